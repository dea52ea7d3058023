/** What answers and logs reveal, and what happens when the store of keys is unavailable. */
import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { AdmissionQueue } from "../../../../db/admission/queue.ts";
import { createLogger } from "../../../../db/engine/operator-acts.ts";
import { connectServer } from "../../../../db/postgres/client.ts";
import { securityHeaders } from "../../../../src/http/plugin.ts";
import { fakeFullText } from "../../../fixtures/fulltext.ts";
import { findFreePort } from "../../../servers/free-port.ts";
import { openService, type TestService } from "../../../servers/service.ts";

const lines: string[] = [];
const output = { write: (line: string) => lines.push(line) };

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await openService(null, {}, { logger: createLogger("info", output), adminToken: null });
  key = await service.key("pro");
});
afterAll(() => service.close());

describe("an answer opened in a browser", () => {
  for (const [path, status] of [
    ["/v1/health", 200],
    ["/v1/plan", 200],
    ["/v1/search", 400],
    ["/nulle-part", 404],
    ["/openapi.json", 200],
  ] as const) {
    test(`${path} runs nothing from elsewhere, is not framed, guessed or shared`, async () => {
      const { headers, status: answered } = await service.get(path, key);
      expect(answered).toBe(status);
      expect(Object.fromEntries(headers)).toMatchObject({
        "content-security-policy": expect.stringMatching(/^default-src 'none'.*frame-ancestors 'none'/),
        "cross-origin-resource-policy": "same-origin",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
      });
      expect(headers.has("access-control-allow-origin")).toBe(false);
      expect(headers.has("strict-transport-security")).toBe(false);
    });
  }

  test("the page that tries the API may run its own scripts, and no other", async () => {
    const { headers } = await service.get("/docs/essayer");
    expect(headers.get("content-security-policy")).toContain("script-src 'self';");
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-security-policy": expect.stringMatching(/^default-src 'none'.*frame-ancestors 'none'/),
      "cross-origin-resource-policy": "same-origin",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    });
  });
  test("a page that has a policy keeps it", async () => {
    const { headers } = await service.get("/");
    expect(headers.get("content-security-policy")).toContain("style-src 'self'");
  });
  for (const [publicUrl, expected] of [
    ["https://doctrine.example.fr", "max-age=31536000"],
    ["http://doctrine.example.fr", null],
    ["", null],
  ] as const) {
    test(`PUBLIC_URL « ${publicUrl} » ${expected === null ? "promises no TLS" : "promises TLS"}`, () => {
      const headers = new Headers(securityHeaders(publicUrl));
      expect(headers.get("strict-transport-security")).toBe(expected);
    });
  }
});

describe("without ADMIN_TOKEN", () => {
  for (const [method, path] of [
    ["GET", "/admin/keys"],
    ["POST", "/admin/keys"],
    ["DELETE", "/admin/keys/boi_12345678"],
    ["POST", "/admin/ingest"],
    ["GET", "/admin/runs"],
    ["GET", "/metrics"],
  ] as const) {
    test(`${method} ${path} is an unknown address, whatever is presented`, async () => {
      const headers = { authorization: "Bearer un-jeton-d-administration-de-test" };
      const answer = await service.get(path, undefined, { method, headers });
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ error: { code: "unknown_route" } });
    });
  }
});

describe("the log", () => {
  /** Log lines of a request, which are written once its answer has been sent. */
  async function logged(logger: "info" | "debug", path: string): Promise<string> {
    const own: string[] = [];
    const logging = createLogger(logger, { write: (line) => own.push(line) });
    const { app, close } = await openService(null, {}, { logger: logging });
    await app.handle(new Request(`http://localhost${path}`, { headers: { "x-api-key": key } }));
    await Bun.sleep(20);
    await close();
    return own.join("");
  }

  test("names a key by its visible start alone, even one that strays into an address", async () => {
    await service.get(`/v1/boi/${key}`, key);
    await service.get(`/v1/search?q=${key}`, key);
    await Bun.sleep(20);
    const text = lines.join("");
    expect(text).toContain(`"key":"${key.slice(0, 12)}"`);
    expect(text).toContain(`/v1/boi/${key.slice(0, 12)}…`);
    expect(text).not.toContain(key.slice(0, 13));
  });
  for (const [title, written] of [
    ["its underscore encoded", (text: string) => text.replace("_", "%5f")],
    ["its underscore encoded in capitals", (text: string) => text.replace("_", "%5F")],
    ["encoded twice", (text: string) => text.replace("_", "%25255f")],
    ["its prefix in capitals", (text: string) => text.replace("boi", "BOI")],
    ["encoded whole", (text: string) => Buffer.from(text).toString("hex").replace(/../g, "%$&")],
    [
      "a letter in two encoded",
      (text: string) =>
        text.replace(/(.)(.)/g, (_, one: string, two: string) => `%${one.charCodeAt(0).toString(16)}${two}`),
    ],
  ] as const) {
    test(`masks a key in an address, ${title}`, () => {
      const own: string[] = [];
      const path = `/x/${written(key)}/fin`;
      createLogger("info", { write: (line) => own.push(line) }).info({ path }, "request");
      expect(own.join("").toLowerCase()).toContain(`"path":"/x/${key.slice(0, 12).toLowerCase()}…/fin"`);
    });
  }
  test("leaves out what callers ask, unless LOG_LEVEL=debug, and keys even then", async () => {
    const path = `/v1/search?q=divorce&cle=${key}`;
    expect(await logged("info", path)).not.toContain("divorce");
    const detailed = await logged("debug", path);
    expect(detailed).toContain(`"query":"q=divorce&cle=${key.slice(0, 12)}…"`);
    expect(detailed).not.toContain(key);
  });
  test("leaves out the values of a failed statement, and keeps its cause", () => {
    const cause = new Error('relation "x" does not exist');
    const error = Object.assign(new Error("Failed query: select $1\nparams: mon\ndivorce", { cause }), {
      params: ["mon divorce"],
    });
    const own: string[] = [];
    createLogger("info", { write: (line) => own.push(line) }).error({ err: error }, "internal_error");
    expect(own.join("")).not.toContain("divorce");
    expect(own.join("")).toContain('relation \\"x\\" does not exist');
  });
});

test("when the limits can't be asked, every keyed route is 503: nothing is given without being counted", async () => {
  const away = connectServer({ url: `postgres://personne@127.0.0.1:${await findFreePort()}/rien` });
  const cut = await openService(null, {}, { admissions: new AdmissionQueue(away) });
  const own = await cut.key("interne");
  const paths = [
    "/v1/search?q=imp%C3%B4t",
    "/v1/suggest?q=imp%C3%B4t",
    "/v1/plan",
    "/v1/boi/BOI-IR",
    "/v1/boi/BOI-IR/graph",
    "/v1/boi/BOI-IR/historique",
    "/v1/changes?since=2026-01-01",
    "/v1/search?limit=0",
  ];
  const answers = await Promise.all(paths.map((path) => cut.get(path, own)));
  expect(answers.map(({ status, headers }) => [status, headers.get("retry-after")])).toEqual(
    paths.map(() => [503, "5"]),
  );
  await cut.close();
});

test("the state of the stores is observed once for all who ask within its lifetime", async () => {
  const fulltext = fakeFullText({});
  const observations = spyOn(fulltext, "ping");
  const open = await openService(null, {}, { stateLifetimeMs: 60_000, fulltext });
  const answers = await Promise.all(Array.from({ length: 20 }, () => open.get("/v1/status")));
  const bodies = await Promise.all(answers.map((answer) => answer.text()));
  expect(new Set(bodies).size).toBe(1);
  expect(observations).toHaveBeenCalledTimes(1);
  await open.close();
});
