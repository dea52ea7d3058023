/** The process of `bare.ts`: reads a `BareOrder` on standard input, writes its address on standard output. */

import { Elysia } from "elysia";
import { NO_FILTER } from "../../../db/engine/document-filter.ts";
import { openFullTextReader } from "../../../db/fulltext/open.ts";
import { parseQuery } from "../../../db/fulltext/query/parse.ts";
import type { BareOrder } from "./bare.ts";

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

const order = (await Bun.stdin.json()) as BareOrder;
const app = "dataDir" in order ? engine(order.dataDir) : ready(order);
app.listen({ hostname: "127.0.0.1", port: 0 });
console.log(`http://127.0.0.1:${app.server?.port}`);
