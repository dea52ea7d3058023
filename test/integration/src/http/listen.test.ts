/** How the service handles misbehaving connections, over real sockets. */
import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { connect } from "node:net";
import { AdmissionQueue } from "../../../../db/admission/queue.ts";
import { createLogger } from "../../../../db/engine/operator-acts.ts";
import { readUsage } from "../../../../db/keys/usage.ts";
import { type BoundPort, bind } from "../../../../src/http/connections.ts";
import { eventually } from "../../../eventually.ts";
import { exchangeRaw, rawRequest } from "../../../raw-socket.ts";
import { openService, type TestService } from "../../../servers/service.ts";

const PATIENCE_S = 1;
/** Bun checks its timers every four seconds. */
const CUT_WITHIN_MS = (PATIENCE_S + 4 + 1) * 1000;
const lines: string[] = [];

let service: TestService;
let bound: BoundPort;
/** Cuts slow clients early, and any other in progress at that moment: used for slow clients only. */
let impatient: BoundPort;
let port: number;
let key: string;

beforeAll(async () => {
  const logger = createLogger("info", { write: (line) => lines.push(line) });
  service = await openService("sample", {}, { logger });
  const address = { hostname: "127.0.0.1", port: 0 };
  impatient = bind(address, service.app, PATIENCE_S);
  bound = bind(address, service.app);
  port = bound.port;
  key = `X-API-Key: ${await service.key("pro")}`;
});
afterAll(async () => {
  await Promise.all([bound.release(), impatient.release()]);
  await service.close();
});

const json = "Content-Type: application/json";
const question = (length: number) => JSON.stringify({ question: "impôt".padEnd(length - 15) });
const withLength = (body: string) => `Content-Length: ${Buffer.byteLength(body)}`;
const tooLong = question(64 * 1024 + 1);
const chunk = `10000\r\n${"a".repeat(65_536)}\r\n`;

describe("what is refused, and in which words", () => {
  for (const [title, request, status, code] of [
    ["an address of 9 KiB", () => rawRequest(`GET /v1/boi/${"A".repeat(9000)}`), 414, "uri_too_long"],
    ["an address of 7 KiB is read", () => rawRequest(`GET /${"A".repeat(7000)}`), 404, "unknown_route"],
    [
      "a body of 64 KiB and a byte",
      () => rawRequest("POST /v1/search/semantic", [key, json, withLength(tooLong)], tooLong),
      413,
      "payload_too_large",
    ],
    [
      "a body of 128 KiB without a length",
      () =>
        rawRequest(
          "POST /v1/search/semantic",
          [key, json, "Transfer-Encoding: chunked"],
          `${chunk}${chunk}0\r\n\r\n`,
        ),
      413,
      "payload_too_large",
    ],
    [
      "a host that is none",
      () => rawRequest("GET /v1/plan/IR", ["Host: a/b?c", key]),
      400,
      "invalid_parameter",
    ],
    [
      "two hosts, which arrive as one",
      () => rawRequest("GET /v1/plan/IR", ["Host: a.example", "Host: b.example", key]),
      400,
      "invalid_parameter",
    ],
    ["a host with a comma", () => rawRequest("GET /v1/health", ["Host: a,b"]), 400, "invalid_parameter"],
    ["no host", () => "GET /v1/health HTTP/1.0\r\n\r\n", 400, "invalid_parameter"],
    ["a method of another protocol", () => rawRequest("PROPFIND /v1/plan"), 405, "method_not_allowed"],
    [
      "a date of the year 0",
      () => rawRequest("GET /v1/changes?since=0000-01-01", [key]),
      400,
      "invalid_parameter",
    ],
    [
      "an edition of the year 0",
      () => rawRequest("GET /v1/boi/BOI-IR-00000101", [key]),
      404,
      "unknown_document",
    ],
  ] as const) {
    test(`${title}: ${status} ${code}`, async () => {
      const answer = await exchangeRaw(port, [request()]);
      expect([answer.status, answer.received]).toEqual([status, expect.stringContaining(`"code":"${code}"`)]);
      expect(answer.received.toLowerCase()).toContain("x-content-type-options: nosniff");
    });
  }
});

describe("a body over the bound, to a client that is still sending", () => {
  const megabyte = "a".repeat(1_000_000);
  const sevenMegabytes = Array.from({ length: 7 }, () => megabyte);
  const chunked = [
    ...sevenMegabytes.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`),
    "0\r\n\r\n",
  ];
  const announced = (path: string, headers: string[]) =>
    rawRequest(`POST ${path}`, [...headers, json, "Content-Length: 7000000"]);
  const inChunks = (path: string, headers: string[]) =>
    rawRequest(`POST ${path}`, [...headers, json, "Transfer-Encoding: chunked"]);

  for (const [title, pieces, status, code] of [
    [
      "is told its bound",
      () => [announced("/v1/search/semantic", [key]), ...sevenMegabytes],
      413,
      "payload_too_large",
    ],
    [
      "is told it without a length too",
      () => [inChunks("/v1/search/semantic", [key]), ...chunked],
      413,
      "payload_too_large",
    ],
    [
      "is told it by the MCP server too",
      () => [announced("/mcp", [key]), ...sevenMegabytes],
      413,
      "payload_too_large",
    ],
    [
      "is told first that its key is missing",
      () => [announced("/v1/search/semantic", []), ...sevenMegabytes],
      401,
      "missing_api_key",
    ],
    [
      "is told first that the operator's token is missing",
      () => [announced("/admin/keys", []), ...sevenMegabytes],
      401,
      "invalid_admin_token",
    ],
    [
      "is told first that nothing is there",
      () => [inChunks("/v1/nulle-part", []), ...chunked],
      404,
      "unknown_route",
    ],
    [
      "is told first that another method is expected",
      () => [announced("/v1/search", [key]), ...sevenMegabytes],
      405,
      "method_not_allowed",
    ],
  ] as const) {
    test(`${title}: ${status} ${code}`, async () => {
      const answer = await exchangeRaw(port, pieces(), { everyMs: 20 });
      expect([answer.status, answer.received]).toEqual([status, expect.stringContaining(`"code":"${code}"`)]);
      expect(answer.isReset).toBe(false);
    });
  }
});

test("a request whose client leaves before it is admitted is not counted, and is no fault", async () => {
  const own = await service.key("pro");
  const admitted = spyOn(AdmissionQueue.prototype, "admit");
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  const held = Promise.withResolvers<void>();
  const find = spyOn(service.deps.keys, "findStored").mockImplementationOnce(async (presented) => {
    await held.promise;
    return await service.deps.keys.findStored(presented);
  });
  socket.write(rawRequest("GET /v1/suggest?q=taxe", [`X-API-Key: ${own}`]));
  await eventually(async () => expect(find).toHaveBeenCalled());
  socket.destroy();
  await Bun.sleep(100);
  held.resolve();
  await eventually(async () => expect(admitted).toHaveBeenCalled());
  await Promise.allSettled(admitted.mock.results.map(({ value }) => value));
  find.mockRestore();
  admitted.mockRestore();
  expect((await readUsage(service.database, own.slice(0, 12)))?.utilise).toBe(0);
});

describe("what Bun refuses before us, without a body", () => {
  for (const [title, request, status] of [
    ["17 KiB of headers", () => rawRequest("GET /v1/health", [`X-A: ${"a".repeat(17_000)}`]), 431],
    [
      "two hundred headers",
      () =>
        rawRequest(
          "GET /v1/health",
          Array.from({ length: 200 }, (_, index) => `X-${index}: a`),
        ),
      431,
    ],
    [
      "a body announced of 10 MB",
      () => rawRequest("POST /v1/search/semantic", [key, json, "Content-Length: 10000000"]),
      413,
    ],
    [
      "two lengths",
      () => rawRequest("POST /v1/search/semantic", ["Content-Length: 3", "Content-Length: 4"], "abcd"),
      400,
    ],
    [
      "a length and chunks",
      () => rawRequest("POST /v1/search/semantic", ["Content-Length: 3", "Transfer-Encoding: chunked"]),
      400,
    ],
    ["a NUL in a header", () => rawRequest("GET /v1/health", ["X-A: a\0b"]), 400],
    ["what is not HTTP", () => "\x16\x03\x01 bonjour\r\n\r\n", 400],
  ] as const) {
    test(`${title}: ${status}`, async () => {
      const answer = await exchangeRaw(port, [request()]);
      expect(answer.status).toBe(status);
      expect(answer.closedAfterMs).not.toBeNull();
    });
  }
});

test("a host of three letters, as in a network of containers, reaches every route", async () => {
  const answer = await exchangeRaw(port, [rawRequest("GET /v1/plan/IR/LIQ", ["Host: api", key])]);
  expect([answer.status, answer.received]).toEqual([200, expect.stringContaining('"chemin":"IR/LIQ"')]);
});

describe("slow clients", () => {
  const slowBody = () => rawRequest("POST /v1/search/semantic", [key, json, "Content-Length: 500"]);
  const half = rawRequest("GET /v1/health").slice(0, -2);

  test.concurrent("a body that comes a byte at a time is cut, and is no fault of the service", async () => {
    const pieces = [slowBody(), ...question(500)];
    const { status, closedAfterMs } = await exchangeRaw(impatient.port, pieces, {
      everyMs: 100,
      limitMs: 20_000,
    });
    expect(closedAfterMs).toBeLessThan(CUT_WITHIN_MS);
    expect(status).toBe(0);
  });
  test.concurrent("a body that stops is cut", async () => {
    const { closedAfterMs } = await exchangeRaw(impatient.port, [slowBody(), "{"], { limitMs: 20_000 });
    expect(closedAfterMs).toBeLessThan(CUT_WITHIN_MS);
  });
  test.concurrent("a connection left open after its answer is closed", async () => {
    const request = rawRequest("GET /v1/health").replace("Connection: close\r\n", "");
    const answer = await exchangeRaw(impatient.port, [request], { limitMs: 20_000 });
    expect(answer.status).toBe(200);
    expect(answer.closedAfterMs).toBeLessThan(CUT_WITHIN_MS);
  });
  test.concurrent("three hundred unfinished requests do not delay the others", async () => {
    const sockets = Array.from({ length: 300 }, () =>
      connect(impatient.port, "127.0.0.1").on("error", () => {}),
    );
    for (const socket of sockets) socket.write(half);
    await Bun.sleep(200);
    const startedAt = performance.now();
    expect((await fetch(`http://127.0.0.1:${impatient.port}/v1/health`)).status).toBe(200);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    for (const socket of sockets) socket.destroy();
  });
  // Bun gives the headers of a first request ten seconds, whatever its settings.
  for (const [title, pieces] of [
    ["headers that come a byte at a time", [...half]],
    ["headers that stop", [half]],
    ["a connection that says nothing", []],
  ] as const) {
    test.concurrent.skipIf(process.env["FULL"] !== "1")(`${title} (FULL=1)`, async () => {
      const { closedAfterMs } = await exchangeRaw(impatient.port, pieces, { everyMs: 500, limitMs: 30_000 });
      expect(closedAfterMs).toBeLessThan(16_000);
    });
  }
});

test("no request above was taken for a fault of the service", () => {
  const logged = lines.map((line): { level: number; status?: number } => JSON.parse(line));
  expect(logged.filter(({ level, status = 0 }) => level >= 50 || status >= 500)).toEqual([]);
  expect(logged.length).toBeGreaterThan(10);
});
