import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { McpServer } from "@modelcontextprotocol/server";
import { readUsage } from "../../../../db/keys/usage.ts";
import { openService, type TestService } from "../../../servers/service.ts";

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await openService();
  key = await service.key("gratuit");
});
afterAll(() => service.close());

const PING = { jsonrpc: "2.0", id: 1, method: "ping" };
const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list" };

const calling = (name: string, input: object) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name, arguments: input },
});

function post(message: unknown, headers: Readonly<Record<string, string>> = { "x-api-key": key }) {
  return service.app.handle(
    new Request("http://localhost/mcp", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...headers,
      },
      body: typeof message === "string" ? message : JSON.stringify(message),
    }),
  );
}

async function usage(ofKey: string): Promise<number | undefined> {
  return (await readUsage(service.database, ofKey.slice(0, 12)))?.utilise;
}

describe("the key", () => {
  test("is taken from X-API-Key and from Authorization: Bearer", async () => {
    expect((await post(PING)).status).toBe(200);
    expect((await post(PING, { authorization: `bearer ${key}` })).status).toBe(200);
  });

  for (const [name, headers, code] of [
    ["missing", {}, "missing_api_key"],
    ["wrong", { authorization: "Bearer boi_faux" }, "invalid_api_key"],
    ["in another scheme", { authorization: "Basic Ym9pOng=" }, "missing_api_key"],
  ] as const) {
    test(`${name} is 401 with a challenge`, async () => {
      const answer = await post(LIST, headers);
      expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([
        401,
        'Bearer realm="API de la doctrine fiscale"',
      ]);
      expect(await answer.json()).toMatchObject({ error: { code } });
    });
  }
});

describe("a page of a browser", () => {
  test("elsewhere is refused before the key, whatever name it gave this address", async () => {
    for (const origin of ["http://ailleurs.example", "null", "http://localhost.ailleurs.example"]) {
      expect((await post(LIST, { "x-api-key": key, origin })).status).toBe(403);
    }
  });

  test("of the service itself is let in, as is a client that is no browser", async () => {
    expect((await post(LIST, { "x-api-key": key, origin: "http://localhost" })).status).toBe(200);
  });
});

describe("the protocol's own refusals", () => {
  for (const [name, message, status] of [
    ["a body over 512 KiB", JSON.stringify({ ...PING, params: { x: "x".repeat(530_000) } }), 413],
    ["a body that is no JSON", "nul{", 400],
    ["a batch", [PING, PING], 400],
    ["an empty batch", [], 400],
    ["a body of another media type", null, 415],
  ] as const) {
    test(`${name} is ${status}`, async () => {
      const headers = { "x-api-key": key, ...(message === null ? { "content-type": "text/plain" } : {}) };
      expect((await post(message, headers)).status).toBe(status);
    });
  }

  test("a batch is told to come one message at a time, and counts for one request", async () => {
    const own = await service.key("gratuit");
    const answer = await post(
      Array.from({ length: 100 }, () => calling("browse_plan", {})),
      { "x-api-key": own },
    );
    expect(await answer.json()).toMatchObject({
      error: { code: "invalid_body", message: expect.stringContaining("un message à la fois") },
    });
    expect([await usage(own), answer.headers.get("x-ratelimit-remaining")]).toEqual([0, "59"]);
  });

  test("arguments that are no object are refused in French, as the rest is", async () => {
    for (const input of [["impôt"], "impôt", 3]) {
      const answer = await post({ ...calling("search", {}), params: { name: "search", arguments: input } });
      expect(await answer.text()).toContain("Entrée invalide : record attendu");
    }
  });

  test("there is no stream to open and no session to close: GET and DELETE are 405", async () => {
    for (const method of ["GET", "DELETE"]) {
      const answer = await service.get("/mcp", key, { method });
      expect([answer.status, answer.headers.get("allow")]).toEqual([405, "OPTIONS, POST"]);
    }
  });
});

describe("limits", () => {
  test("a tool is charged as the same direct request, and its answer tells what is left", async () => {
    const own = await service.key("gratuit");
    const answer = await post(calling("search", { q: "impôt" }), { "x-api-key": own });
    expect([await usage(own), answer.headers.get("x-ratelimit-remaining")]).toEqual([1, "59"]);
    expect(answer.headers.get("ratelimit")).toContain('"mois";r=999');
    await post(calling("get_boi", { boi_id: "BOI-IR-ABSENT" }), { "x-api-key": own });
    expect(await usage(own)).toBe(2);
    await post(calling("search", { q: "impôt ET" }), { "x-api-key": own });
    expect(await usage(own)).toBe(2);
  });

  test("a message that asks nothing of the API counts in the minute and is not charged", async () => {
    const own = await service.key("gratuit");
    const answer = await post(LIST, { "x-api-key": own });
    expect([await usage(own), answer.headers.get("x-ratelimit-remaining")]).toEqual([0, "59"]);
  });

  test("an exhausted quota is told with its date and where to go; the protocol still answers", async () => {
    const own = await service.key("gratuit");
    await post(calling("browse_plan", {}), { "x-api-key": own });
    await service.database
      .$client`update usage_months set used = 1000 where key_id = (select max(id) from api_keys)`;
    const answer = await post(calling("search", { q: "impôt" }), { "x-api-key": own });
    const body = await answer.text();
    expect(answer.status).toBe(200);
    expect(body).toContain("N'appelez plus d'outil avant cette date");
    expect(body).toContain("http://localhost/docs");
    expect((await post(LIST, { "x-api-key": own })).status).toBe(200);
  });

  test("beyond the minute, a tool says to wait and a handshake is 429", async () => {
    const own = await service.key("gratuit");
    // More than twice the limit: a minute may end in between.
    for (let count = 0; count < 130; count++) {
      if ((await post(PING, { "x-api-key": own })).status === 429) break;
    }
    const served = spyOn(McpServer.prototype, "connect");
    const tool = await post(calling("search", { q: "impôt" }), { "x-api-key": own });
    const refused = await post(LIST, { "x-api-key": own });
    expect(refused.status).toBe(429);
    expect(served).not.toHaveBeenCalled();
    served.mockRestore();
    expect([tool.status, await tool.text()]).toEqual([200, expect.stringContaining("Attendez une minute")]);
    const handshake = await post(LIST, { "x-api-key": own });
    expect([handshake.status, handshake.headers.get("retry-after")]).toEqual([429, "60"]);
  });

  test("a message counts once in the minute, whatever its tool is answered", async () => {
    const own = await service.key("gratuit");
    const left = [];
    for (const message of [
      calling("search", { q: "impôt" }),
      calling("search", { q: "impôt ET" }),
      calling("search", {}),
      calling("nulle", {}),
      calling("semantic_search", { question: "une question" }),
      PING,
    ])
      left.push((await post(message, { "x-api-key": own })).headers.get("x-ratelimit-remaining"));
    expect(left).toEqual(["59", "58", "57", "56", "55", "54"]);
    expect(await usage(own)).toBe(1);
  });

  test("of a quota's last unit, only one of the tools that ask for it together is served", async () => {
    const own = await service.key("gratuit", { monthlyQuota: 3 });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => post(calling("browse_plan", {}), { "x-api-key": own })),
    );
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(texts.filter((text) => text.includes("quota mensuel de 3 requêtes est épuisé"))).toHaveLength(7);
    expect(await usage(own)).toBe(3);
  });

  test("what a tool asks carries the request id of the message", async () => {
    const answer = await post(calling("browse_plan", {}));
    expect(answer.headers.get("x-request-id")).toMatch(/^[\w-]{36}$/);
  });
});
