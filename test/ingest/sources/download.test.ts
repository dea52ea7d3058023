import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { download } from "../../../ingest/sources/download.ts";
import { temporaryFolder } from "../../folders.ts";

const LIMITS = { attempts: 3, firstDelayMs: 1, silenceMs: 300 };
const never = new AbortController().signal;

let server: Server;
let requests = 0;
let answer: (response: ServerResponse, attempt: number) => void = () => {};

beforeAll(async () => {
  server = createServer((_, response) => {
    requests += 1;
    answer(response, requests);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterAll(() => server.close());

function fetchTo(path: string) {
  requests = 0;
  const { port } = server.address() as AddressInfo;
  return download(`http://127.0.0.1:${port}/export`, path, never, LIMITS);
}

function whole(response: ServerResponse): void {
  response
    .writeHead(200, { "Content-Length": 5, "Last-Modified": "Wed, 04 Mar 2026 04:00:00 GMT" })
    .end("a\nb\nc");
}

describe("a download", () => {
  test("gives the bytes as sent and the date of the resource", async () => {
    const path = join(temporaryFolder(), "export");
    answer = whole;
    const { modifiedAt } = await fetchTo(path);
    expect(readFileSync(path, "utf8")).toBe("a\nb\nc");
    expect(modifiedAt?.toISOString()).toBe("2026-03-04T04:00:00.000Z");
  });

  test("keeps a gzip-encoded body compressed", async () => {
    const path = join(temporaryFolder(), "export");
    const body = Bun.gzipSync("a\n");
    answer = (response) =>
      response.writeHead(200, { "Content-Encoding": "gzip", "Content-Length": body.length }).end(body);
    await fetchTo(path);
    expect(new Uint8Array(readFileSync(path))).toEqual(new Uint8Array(body));
  });

  test.each([
    { promise: "a server error", fail: (response: ServerResponse) => response.writeHead(503).end() },
    { promise: "a body that is cut", fail: (response: ServerResponse) => cut(response) },
    {
      promise: "a server that falls silent",
      fail: (response: ServerResponse) => response.writeHead(200).write("a"),
    },
  ])("tries again after $promise", async ({ fail }) => {
    const path = join(temporaryFolder(), "export");
    answer = (response, attempt) => (attempt === 1 ? fail(response) : whole(response));
    await fetchTo(path);
    expect(requests).toBe(2);
    expect(readFileSync(path, "utf8")).toBe("a\nb\nc");
  });

  test("gives up after the last attempt and leaves no file that could be used", async () => {
    const path = join(temporaryFolder(), "export");
    answer = cut;
    await expect(fetchTo(path)).rejects.toThrow("Téléchargement impossible après 3 essais");
    expect(existsSync(path)).toBe(false);
  });

  test("does not insist when the server refuses", async () => {
    answer = (response) => response.writeHead(404).end();
    await expect(fetchTo(join(temporaryFolder(), "export"))).rejects.toThrow("répond 404");
    expect(requests).toBe(1);
  });
});

function cut(response: ServerResponse): void {
  response.writeHead(200, { "Content-Length": 500 });
  response.write("a\nb", () => response.destroy());
}
