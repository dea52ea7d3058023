/** The process of `bare.ts`: reads a `BareOrder` on standard input, writes its address on standard output. */

import { Database } from "bun:sqlite";
import { Elysia } from "elysia";
import { NO_FILTER } from "../../../db/engine/document-filter.ts";
import { openFullTextReader } from "../../../search/fulltext/open.ts";
import type { QueryNode } from "../../../search/fulltext/query/ast.ts";
import { parseQuery } from "../../../search/fulltext/query/parse.ts";
import type { BareOrder } from "./bare.ts";
import { fts5Beside } from "./fts5.ts";

const JSON_HEADERS = { "content-type": "application/json; charset=utf-8" };

function ready({ requests, bodies }: Extract<BareOrder, { readonly bodies: unknown }>) {
  const answers = new Map(
    requests.map(({ path, body = "" }, rank) => [path + body, Buffer.from(bodies[rank] ?? "")]),
  );
  const answer = (asked: string) => new Response(answers.get(asked), { headers: JSON_HEADERS });
  return new Elysia()
    .get("/*", ({ request }) => answer(request.url.slice(request.url.indexOf("/", 8))))
    .post("/*", ({ path, body }) => answer(path + body), { parse: "text" });
}

function engine(dataDir: string) {
  const reader = openFullTextReader({ dataDir, fulltext: { kind: "embedded" } });
  return new Elysia()
    .get("/v1/search", ({ query: { q = "", limit } }) =>
      reader.search({ query: parseQuery(q).node, filter: NO_FILTER, limit: Number(limit), offset: 0 }),
    )
    .get("/v1/suggest", ({ query: { q = "", limit } }) => reader.suggest(q, Number(limit)));
}

/** FTS5 finds, counts and ranks by itself. */
const BY_FTS5 = `
  WITH matches AS MATERIALIZED (
    SELECT rowid AS id, -bm25(texts, 10, 1) AS score FROM texts WHERE texts MATCH $expression
  )
  SELECT boi_id AS boiId, score, (SELECT count(*) FROM matches) AS total
  FROM (SELECT * FROM matches ORDER BY score DESC LIMIT $limit) JOIN documents USING (id)`;

/** The words, phrases and operators of a query, as FTS5 has them. */
function expressionOf(node: QueryNode): string {
  switch (node.kind) {
    case "word":
      return `"${node.stem}"`;
    case "phrase":
      return `"${node.stems.join(" ")}"`;
    case "or":
      return joined(node.branches, "OR");
    case "and": {
      const required = joined(node.required, "AND");
      return node.excluded.length === 0 ? required : `(${required}) NOT (${joined(node.excluded, "OR")})`;
    }
    default:
      throw new Error(`FTS5 alone has no ${node.kind}`);
  }
}

function joined(nodes: readonly QueryNode[], operator: "AND" | "OR"): string {
  return nodes.map((node) => `(${expressionOf(node)})`).join(` ${operator} `);
}

function fts5(dataDir: string) {
  const database = new Database(fts5Beside(dataDir), { readonly: true, strict: true });
  const page = database.query(BY_FTS5);
  return new Elysia().get("/v1/search", ({ query: { q = "", limit } }) => {
    const expression = expressionOf(parseQuery(q).node);
    return page.all({ expression, limit: Number(limit) });
  });
}

function appOf(order: BareOrder) {
  if ("bodies" in order) return ready(order);
  return order.isFts5Alone ? fts5(order.dataDir) : engine(order.dataDir);
}

const order = (await Bun.stdin.json()) as BareOrder;
const app = appOf(order);
app.listen({ hostname: "127.0.0.1", port: 0 });
console.log(`http://127.0.0.1:${app.server?.port}`);
