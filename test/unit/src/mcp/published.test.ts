import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { Type as t } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { VERSION } from "../../../../src/http/attribution.ts";
import { type AskApi, openApi } from "../../../../src/mcp/api.ts";
import { createMcpServer } from "../../../../src/mcp/server.ts";

/** What clients are told, as recorded: `UPDATE_PUBLISHED=1` writes it anew, for a change that is meant. */
const RECORD = join(import.meta.dir, "published.json");

/** Each tool with arguments that it takes as they are, and that are all that it must have. */
const TAKEN: Readonly<Record<string, object>> = {
  get_context: { question: "Qui paie ?" },
  search: { q: "impôt" },
  semantic_search: { question: "Qui paie ?" },
  get_boi: { boi_id: "BOI-IR" },
  get_paragraph: { boi_id: "BOI-IR", numero: "10" },
  get_table: { boi_id: "BOI-IR" },
  compare_editions: { boi_id: "BOI-IR" },
  browse_plan: {},
  related: { boi_id: "BOI-IR" },
  recent_changes: { since: "2026-01-01" },
  get_news: {},
  law: { reference: "150 U" },
  law_article: { article: "150 U" },
  check_citations: { texte: "BOI-IR" },
  check_references: { references: [{ boi_id: "BOI-IR", date: "2026-01-01" }] },
};

/** What may be given for any argument: of every type, too short, too long, too small, too large, and of no format. */
const GIVEN: readonly unknown[] = [
  ...[undefined, null, true, 10, 1.5, -1, 1e6, 2 ** 60, [], {}, "", "a", "2026-02-30", "é".repeat(521)],
  [null],
  [{}],
  [{ boi_id: "BOI-IR", numero: null }],
  [{ boi_id: "BOI-IR", date: "hier", empreinte: "0" }],
  [{ boi_id: "BOI-IR", empriente: "0" }],
  Array.from({ length: 201 }, () => ({ boi_id: "BOI-IR" })),
];

/** Every tool is refused what it asks. */
const refuse: AskApi = () =>
  Promise.resolve(Response.json({ error: { code: "unknown_news", message: "Non." } }, { status: 404 }));

async function call(method: string, params: object): Promise<unknown> {
  const api = openApi("http://localhost", "", refuse);
  const clock = () => new Date("2026-11-28T12:00:00Z");
  const handler = createMcpHandler(() => createMcpServer(api, clock), {
    maxSubscriptions: 0,
    keepAliveMs: 0,
  });
  const answer = await handler.fetch(
    new Request("http://localhost/mcp", {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    }),
  );
  const [, data = ""] = /^data: (.*)$/m.exec(await answer.text()) ?? [];
  const { result, error } = JSON.parse(data);
  return error ?? result;
}

const CLIENT = { name: "essai", version: "1.0.0" };
const LISTS: readonly (readonly [method: string, params: object])[] = [
  ["initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: CLIENT }],
  ...["tools/list", "prompts/list", "resources/list", "resources/templates/list"].map(
    (method) => [method, {}] as const,
  ),
  ["prompts/get", { name: "verifier_une_note", arguments: { note: "Voir.", date: "2025-07-01" } }],
  ["prompts/get", { name: "preparer_une_reponse", arguments: { question: "Qui paie ?" } }],
  ...[{}, { note: "" }, { note: "Voir.", date: "2025-02-30" }].map(
    (given) => ["prompts/get", { name: "verifier_une_note", arguments: given }] as const,
  ),
  ...["ab", "é".repeat(501)].map(
    (question) => ["prompts/get", { name: "preparer_une_reponse", arguments: { question } }] as const,
  ),
];

const Answer = t.Object({ content: t.Array(t.Object({ text: t.String() })) });
const Tools = t.Object({
  tools: t.Array(
    t.Object({ name: t.String(), inputSchema: t.Object({ properties: t.Record(t.String(), t.Unknown()) }) }),
  ),
});

/** What a tool says of each argument that it doesn't take, the others being right: each refusal once. */
async function refusalsOf(tool: string, names: readonly string[]): Promise<readonly string[]> {
  const said = new Set<string>();
  for (const name of names)
    for (const value of GIVEN) {
      const input = { ...TAKEN[tool], [name]: value };
      const { content } = Value.Parse(Answer, await call("tools/call", { name: tool, arguments: input }));
      const text = content.map((block) => block.text).join();
      if (text.startsWith("Input validation")) said.add(text);
    }
  return [...said];
}

async function published() {
  const lists = [];
  for (const [method, params] of LISTS) {
    const answer = JSON.stringify(await call(method, params)).replace(VERSION, "…");
    lists.push({ method, params, answer: JSON.parse(answer) });
  }
  const { tools } = Value.Parse(Tools, lists[1]?.answer);
  const refusals: Record<string, readonly string[]> = {};
  for (const { name, inputSchema } of tools)
    refusals[name] = await refusalsOf(name, [...Object.keys(inputSchema.properties), "lmit"]);
  return { lists, refusals };
}

const now = await published();
if (process.env["UPDATE_PUBLISHED"] === "1") await Bun.write(RECORD, `${JSON.stringify(now, null, 2)}\n`);
const recorded: typeof now = await Bun.file(RECORD).json();

describe("what clients are told stays, to the byte", () => {
  test.each(now.lists.map(({ method, params }, index) => [method, params, index] as const))(
    "%s %j",
    (_method, _params, index) => {
      expect(JSON.stringify(now.lists[index])).toBe(JSON.stringify(recorded.lists[index]));
    },
  );

  test.each(Object.keys(recorded.refusals))("what %s refuses, and why", (tool) => {
    expect(now.refusals[tool]).toEqual(recorded.refusals[tool] ?? []);
  });
});
