/** What a refused body costs: little, whatever it is made of, and one of the minute. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Type as t } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { BODY_BOUNDS } from "../../../../src/http/json-body.ts";
import { openService, type TestService } from "../../../servers/service.ts";

/** A turn this long is seen by everybody who waits. */
const LONG_TURN_MS = 50;
/** Just under what a route of whole texts reads, and a quarter of it. */
const SIZES = [130_000, 520_000];
const RUNS = 3;

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await openService();
  key = await service.key("interne", { minuteLimit: 100_000 });
});
afterAll(() => service.close());

const Refusal = t.Object({ error: t.Object({ code: t.String(), message: t.String() }) });

function post(path: string, body: string, ofKey = key): Promise<Response> {
  const accept = "application/json, text/event-stream";
  const headers = { "content-type": "application/json", accept };
  return service.get(path, ofKey, { method: "POST", headers, body });
}

async function refusalOf(answer: Response) {
  return { status: answer.status, ...Value.Parse(Refusal, await answer.json()).error };
}

/** Milliseconds of the processor that the main thread takes to answer, at least, and what it answers. */
async function costOf(path: string, body: string) {
  let [leastMs, answered] = [Number.POSITIVE_INFINITY, ""];
  for (let run = 0; run < RUNS; run += 1) {
    const before = process.threadCpuUsage();
    answered = await (await post(path, body)).text();
    const { user, system } = process.threadCpuUsage(before);
    leastMs = Math.min(leastMs, (user + system) / 1_000);
  }
  return { leastMs, answered };
}

const repeated = (part: string, size: number) => part.repeat(size / part.length).replace(/,$/, "");
const members = (size: number) =>
  Array.from({ length: size / 13 }, (_, rank) => `"x${String(rank).padStart(7, "0")}":1`).join(",");
const nested = (size: number) => "[".repeat(size / 2) + "]".repeat(size / 2);

/** What may stand for a value, whatever its type. */
const VALUES: readonly (readonly [name: string, of: (size: number) => string])[] = [
  ["numbers", (size) => `[${repeated("1,", size)}]`],
  ["empty objects", (size) => `[${repeated("{},", size)}]`],
  ["empty lists", (size) => `[${repeated("[],", size)}]`],
  ["a list of a list", (size) => `[[${repeated("1,", size)}]]`],
  ["objects of a wrong type", (size) => `[${repeated('{"boi_id":1,"date":2},', size)}]`],
  ["levels", nested],
  ["a long text", (size) => `"${"x".repeat(size)}"`],
  ["a long text of escapes", (size) => `"${"\\n".repeat(size / 2)}"`],
  ["a list of a long text", (size) => `["${"x".repeat(size)}"]`],
  ["digits", (size) => "1".repeat(size)],
];
/** What may stand for a whole object. */
const OBJECTS: readonly (readonly [name: string, of: (size: number) => string])[] = [
  ["unknown fields", (size) => `{${members(size)}}`],
  ["one field of a long name", (size) => `{"${"x".repeat(size)}":1}`],
  ["one field given again and again", (size) => `{${repeated('"date":1,', size)}}`],
];
const formsOf = (field: string) => [
  ...VALUES.map(
    ([name, of]) => [`« ${field} », ${name}`, (size: number) => `{"${field}":${of(size)}}`] as const,
  ),
  ...OBJECTS,
];

describe("a refused body of half a mebibyte holds the loop for a short turn, and is answered in few words:", () => {
  const BODIES = Object.entries({ "/v1/suivi": "references", "/v1/citations": "texte" });
  test.each(BODIES.flatMap(([path, field]) => formsOf(field).map(([name, of]) => [path, name, of] as const)))(
    "%s, %s",
    async (path, _, of) => {
      const costs = [];
      for (const size of SIZES) {
        const { leastMs, answered } = await costOf(path, of(size));
        expect(answered).toContain('"error"');
        expect(answered.length).toBeLessThan(1_000);
        costs.push(leastMs);
      }
      expect(Math.max(...costs)).toBeLessThan(LONG_TURN_MS);
    },
  );
});

describe("a message of the MCP server", () => {
  const calling = (name: string, input: string) =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${input}}}`;
  const asking = (method: string, params: string) =>
    `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`;
  const prompt = (input: string) =>
    asking("prompts/get", `{"name":"verifier_une_note","arguments":${input}}`);
  const MESSAGES = [
    ...Object.entries({ search: "q", check_citations: "texte", check_references: "references" }).flatMap(
      ([tool, field]) =>
        formsOf(field).map(
          ([name, of]) => [`${tool}, ${name}`, (size: number) => calling(tool, of(size))] as const,
        ),
    ),
    ...OBJECTS.flatMap(([name, of]) => [
      [`a prompt of ${name}`, (size: number) => prompt(of(size))] as const,
      [`initialize with ${name}`, (size: number) => asking("initialize", of(size))] as const,
      [`a message of ${name}`, of] as const,
    ]),
    ["a long address", (size: number) => asking("resources/read", `{"uri":"${"x".repeat(size)}"}`)] as const,
  ];
  test.each(MESSAGES)("refused, %s: a short turn, a short answer", async (_, of) => {
    for (const size of [60_000, ...SIZES]) {
      const { leastMs, answered } = await costOf("/mcp", of(size));
      expect(leastMs).toBeLessThan(LONG_TURN_MS);
      expect(answered.length).toBeLessThan(2 * 64 * 1024);
    }
  });

  test("for a prompt takes texts alone", async () => {
    const answer = await post("/mcp", prompt('{"note":1,"autre":2}'));
    expect(await refusalOf(answer)).toMatchObject({ status: 400, code: "invalid_body" });
  });

  test("with an unknown argument has it named, one among many, with the nearest that is known", async () => {
    const answered = await (
      await post("/mcp", calling("search", '{"q":"impôt","domain":"IR","x":1,"y":2}'))
    ).text();
    expect(answered).toContain("« domain » est inconnu ; vouliez-vous dire « domaine » ?");
    expect(answered).not.toContain("« x »");
    const one = await (
      await post("/mcp", calling("check_references", '{"references":[{"boi":1,"date":2}]}'))
    ).text();
    expect(one).toContain("references.0: « boi » est inconnu");
  });

  test("that takes no text is short, and one that does may be long", async () => {
    const long = `${" ".repeat(70_000)}`;
    expect(await refusalOf(await post("/mcp", long + calling("search", '{"q":"impôt"}')))).toMatchObject({
      status: 413,
      code: "payload_too_large",
    });
    for (const input of [calling("check_citations", '{"texte":"impôt"}'), prompt('{"note":"impôt"}')])
      expect((await post("/mcp", long + input)).status).toBe(200);
  });

  test("that is refused counts in the minute, and beyond it comes after the limit", async () => {
    const own = await service.key("gratuit", { minuteLimit: 2 });
    for (const body of [`{${members(600_000)}}`, calling("search", nested(1_000))])
      expect((await post("/mcp", body, own)).headers.get("x-ratelimit-remaining")).not.toBeNull();
    const answer = await post("/mcp", calling("search", nested(1_000)), own);
    expect(await refusalOf(answer)).toMatchObject({ status: 429, code: "rate_limited" });
  });
});

describe("a body", () => {
  const reference = { boi_id: "BOI-IR-LIQ-20-10", numero: "10", date: "2025-07-01" };
  test("of more members than any legal one is told the bound", async () => {
    const refused = await refusalOf(
      await post("/v1/suivi", `{"references":[${"{},".repeat(BODY_BOUNDS.members)}{}]}`),
    );
    expect([refused.status, refused.code]).toEqual([400, "invalid_body"]);
    expect(refused.message).toContain("plus de 10000 champs et éléments");
  });

  test("that is as long as may be passes, commas, brackets and quotes of its texts aside", async () => {
    const references = Array.from({ length: 1_000 }, () => reference);
    expect((await post("/v1/suivi", JSON.stringify({ references }))).status).toBe(200);
    const texte = '[{"\\",'.repeat(8_000);
    expect((await post("/v1/citations", JSON.stringify({ texte }))).status).toBe(200);
  });

  test("has the length of a list judged before its elements", async () => {
    for (const element of [{}, 1, { ...reference, empreinte: "x" }]) {
      const references = Array.from({ length: 1_001 }, () => element);
      const { message } = await refusalOf(await post("/v1/suivi", JSON.stringify({ references })));
      expect(message).toContain("un tableau de 1 à 1 000 références");
    }
  });

  test("with an unknown field in an element has it named with the nearest of its own", async () => {
    const { numero, ...rest } = reference;
    const body = JSON.stringify({ references: [{ ...rest, numeros: numero }] });
    const { message } = await refusalOf(await post("/v1/suivi", body));
    expect(message).toContain("« references/0/numeros » est inconnu ; vouliez-vous dire « numero » ?");
  });
});

describe("the minute", () => {
  const BODIES = ["nul", `{"texte":${nested(1_000)}}`, "x".repeat(600_000), `{"texte":1}`];
  test("is counted before a body is read, and a refused one is never charged", async () => {
    const own = await service.key("gratuit");
    const left = [];
    for (const body of BODIES) {
      const answer = await post("/v1/citations", body, own);
      left.push([answer.status, answer.headers.get("x-ratelimit-remaining")]);
      expect(answer.headers.get("ratelimit")).toContain('"mois";r=1000;');
    }
    expect(left).toEqual([
      [400, "59"],
      [400, "58"],
      [413, "57"],
      [400, "56"],
    ]);
    const answer = await post("/v1/citations", '{"texte":"Rien."}', own);
    expect([answer.status, answer.headers.get("x-ratelimit-remaining")]).toEqual([200, "55"]);
    expect(answer.headers.get("ratelimit")).toContain('"mois";r=999;');
  });

  test("that is over refuses without a look at the body", async () => {
    const own = await service.key("pro", { minuteLimit: 1 });
    await post("/v1/suivi", "nul", own);
    for (const path of ["/v1/suivi", "/v1/citations", "/v1/search/semantic", "/v1/compte/cles"]) {
      for (const body of BODIES) {
        const answer = await post(path, body, own);
        expect(answer.headers.get("x-ratelimit-remaining")).toBe("0");
        expect(await refusalOf(answer)).toMatchObject({ status: 429, code: "rate_limited" });
      }
    }
  });

  test("comes before the plan, the plan before the body, the body before the quota", async () => {
    const own = await service.key("gratuit", { minuteLimit: 3, monthlyQuota: 0 });
    const codes = [];
    for (const [path, body] of [
      ["/v1/contexte", "nul"],
      ["/v1/citations", "nul"],
      ["/v1/citations", '{"texte":"Rien."}'],
      ["/v1/contexte", "nul"],
    ] as const)
      codes.push((await refusalOf(await post(path, body, own))).code);
    expect(codes).toEqual(["semantic_not_allowed", "invalid_body", "quota_exceeded", "rate_limited"]);
  });
});
