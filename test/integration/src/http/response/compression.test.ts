import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { createApp } from "../../../../../src/app.ts";
import { ENCODERS } from "../../../../../src/http/response/body.ts";
import { STYLESHEET } from "../../../../../src/pages/stylesheet.ts";
import { openService, type TestService } from "../../../../servers/service.ts";

const DOCUMENT = "/v1/boi/BOI-IR-LIQ-20-10";

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await openService();
  key = await service.key("interne");
});
afterAll(() => service.close());

const get = (path: string, headers: Record<string, string>) => service.get(path, key, { headers });

describe("the encoding of an answer is the one that the client prefers", () => {
  test.each([
    ["gzip", "gzip"],
    ["br", "br"],
    ["gzip, deflate, br", "gzip"],
    ["br, gzip", "br"],
    ["br;q=0.5, gzip;q=0.9", "gzip"],
    ["br;q=0, gzip;q=0", null],
    ["identity", null],
    ["zstd", null],
    ["*", "gzip"],
  ])("%s gives %p", async (accepted, expected) => {
    const answer = await get(DOCUMENT, { "accept-encoding": accepted });
    expect(answer.headers.get("content-encoding")).toBe(expected);
    expect(answer.headers.get("vary")).toBe("accept-encoding");
  });

  test("a client that says nothing is given the body as it is, and told what it depends on", async () => {
    const answer = await get(DOCUMENT, {});
    expect(answer.headers.get("content-encoding")).toBeNull();
    expect(answer.headers.get("vary")).toBe("accept-encoding");
  });

  test("the body is the same in every encoding, and smaller", async () => {
    const plain = Buffer.from(await (await get(DOCUMENT, {})).arrayBuffer());
    const gzip = Buffer.from(await (await get(DOCUMENT, { "accept-encoding": "gzip" })).arrayBuffer());
    const br = Buffer.from(await (await get(DOCUMENT, { "accept-encoding": "br" })).arrayBuffer());
    expect(gunzipSync(gzip).equals(plain)).toBe(true);
    expect(brotliDecompressSync(br).equals(plain)).toBe(true);
    expect(Math.max(gzip.length, br.length)).toBeLessThan(plain.length / 2);
  });

  test("a body of a few bytes is left as it is", async () => {
    const answer = await get("/v1/health", { "accept-encoding": "gzip" });
    expect(answer.headers.get("content-encoding")).toBeNull();
    expect(await answer.json()).toMatchObject({ status: "ok" });
  });

  test("pages that are not JSON are compressed too", async () => {
    const answer = await get("/docs/swagger-ui.css", { "accept-encoding": "gzip" });
    expect(answer.headers.get("content-encoding")).toBe("gzip");
  });
});

describe("an ETag names the bytes of one encoding", () => {
  test("each encoding has its own, and any of them revalidates", async () => {
    const tags = new Map<string, string>();
    for (const encoding of ["identity", "gzip", "br"]) {
      const answer = await get(DOCUMENT, { "accept-encoding": encoding });
      tags.set(encoding, answer.headers.get("etag") ?? "");
    }
    expect(new Set(tags.values()).size).toBe(3);
    for (const [encoding, tag] of tags) {
      for (const sent of [...tags.values(), `W/${tag}`]) {
        const answer = await get(DOCUMENT, { "accept-encoding": encoding, "if-none-match": sent });
        expect([answer.status, answer.headers.get("etag")]).toEqual([304, tag]);
        expect(answer.headers.get("vary")).toBe("accept-encoding");
      }
    }
  });
});

describe("a static file", () => {
  test.each([STYLESHEET.href, "/docs/swagger-ui.css", "/docs/swagger-ui-bundle.js"])(
    "%s is compressed once, and spared to who has it",
    async (path) => {
      const own = createApp(service.deps);
      const encode = spyOn(ENCODERS, "br");
      const ask = (headers = {}) =>
        own.handle(
          new Request(`http://localhost${path}`, { headers: { "accept-encoding": "br", ...headers } }),
        );
      const answers = [await ask(), await ask()];
      expect(encode.mock.calls.length).toBe(1);
      encode.mockRestore();
      const [first, second] = await Promise.all(answers.map((answer) => answer.bytes()));
      expect(first).toEqual(second);
      expect(answers[0]?.headers.get("content-encoding")).toBe("br");
      expect((await ask({ "if-none-match": answers[0]?.headers.get("etag") ?? "" })).status).toBe(304);
    },
  );
});
