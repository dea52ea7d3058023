import type { Draw } from "../fuzz/draw.ts";
import type { Facts } from "../fuzz/facts.ts";
import { type Answer, faultOf } from "../fuzz/judge.ts";
import type { Keys } from "../fuzz/keys.ts";
import { drawRequest, type Mood } from "../fuzz/requests.ts";
import type { Operation } from "../fuzz/specification.ts";

/** One request of the load. */
export interface Ask {
  /** Row of the table: the route. */
  readonly name: string;
  readonly method: string;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | null;
  /** What is wrong with an answer to it, or null. */
  readonly judge: (answer: Answer) => string | null;
}

/** What a load is drawn from. */
export interface World {
  readonly operations: readonly Operation[];
  readonly facts: Facts;
  readonly keys: Keys;
}

/** One request in ten of the API is odd. */
const MOODS: readonly Mood[] = [...Array.from({ length: 9 }, () => "plain" as const), "one oddity"];

type Kind = (world: World, draw: Draw) => Ask;

/** The API first of all; then what is read in a browser, by models, and what does not exist. */
export function drawAsk(world: World, draw: Draw): Ask {
  const dice = draw.below(100);
  const kind: Kind = dice < 75 ? ofApi : dice < 88 ? ofPages : dice < 97 ? ofMcp : elsewhere;
  return kind(world, draw);
}

const ofApi: Kind = ({ operations, facts, keys }, draw) => {
  const request = drawRequest(operations, facts, keys, draw, MOODS);
  const { operation, method, address, headers, body } = request;
  const name = `${operation.method} ${operation.template}`;
  return { name, method, address, headers, body, judge: (answer) => faultOf(request, answer) };
};

const ofPages: Kind = ({ facts }, draw) => {
  const identifier = draw.oneOf(facts.identifiers);
  const [name, address] = draw.oneOf<[string, string]>([
    ["/", "/"],
    ["/?q", `/?q=${encodeURIComponent(draw.oneOf(facts.words))}`],
    ["/consultation/{id}", `/consultation/${identifier}`],
    ["/consultation/{id}", `/consultation/${identifier}`],
    ["/consultation/{id}/{date}", `/consultation/${identifier}/2020-01-01`],
    ["/articles/{code}/{article}", "/articles/CGI/156"],
    ["/normes/{cle}", "/normes/loi-2007-1223"],
    ["/plan/{chemin}", `/plan/${draw.oneOf(facts.chemins).split("/").slice(0, 2).join("/")}`],
    [draw.chance(10) ? "/sitemap.xml" : "/docs", draw.chance(10) ? "/sitemap.xml" : "/docs"],
    ["/openapi.json", "/openapi.json"],
  ]);
  // Each from an address of its own, and through compression: what browsers do.
  const headers = {
    "x-forwarded-for": drawAddress(draw),
    accept: "text/html",
    "accept-encoding": "gzip, br",
  };
  return { ...get(name, address, headers), judge: expecting([200, 303, 304, 308, 404]) };
};

const ofMcp: Kind = ({ facts, keys }, draw) => {
  const [name, input] = draw.oneOf<[string, object]>([
    ["search", { q: draw.oneOf(facts.words) }],
    ["semantic_search", { question: draw.several(facts.words, 5).join(" ") }],
    ["get_boi", { boi_id: draw.oneOf(facts.identifiers) }],
    ["browse_plan", { chemin: draw.oneOf(facts.chemins).split("/")[0] }],
    ["related", { boi_id: draw.oneOf(facts.identifiers) }],
    ["recent_changes", { since: "2026-01-01" }],
    ["get_news", { boi_id: draw.oneOf(facts.identifiers) }],
    ["law", { genre: "decision", reference: "CE-402006" }],
    ["law_article", { article: "156" }],
    ["check_citations", { texte: `Voir le ${draw.oneOf(facts.identifiers)}, § 10.` }],
    [
      "check_references",
      { references: [{ boi_id: draw.oneOf(facts.identifiers), numero: "10", date: "2026-01-01" }] },
    ],
  ]);
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input } };
  return {
    name: `MCP ${name}`,
    method: "POST",
    address: "/mcp",
    headers: {
      "x-api-key": draw.oneOf(keys.full),
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify(message),
    judge: (answer) =>
      expecting([200])(answer) ?? (answer.text.includes('"result"') ? null : `no result: ${answer.text}`),
  };
};

const elsewhere: Kind = ({ keys }, draw) => {
  const key = { "x-api-key": draw.oneOf(keys.full) };
  return draw.oneOf<Ask>([
    { ...get("inconnu", `/v1/inconnu/${draw.below(1_000_000)}`, key), judge: expecting([404]) },
    { ...get("inconnu", `/${draw.below(1_000_000)}.php`, {}), judge: expecting([404]) },
    { ...get("GET /ready", "/ready", {}), judge: expecting([200]) },
    { ...get("GET /admin/keys", "/admin/keys", { authorization: "Bearer faux" }), judge: expecting([401]) },
  ]);
};

function get(name: string, address: string, headers: Ask["headers"]): Omit<Ask, "judge"> {
  return { name, method: "GET", address, headers, body: null };
}

function expecting(statuses: readonly number[]): Ask["judge"] {
  return ({ status, text }) =>
    statuses.includes(status) ? null : `${status} was not expected: ${text.slice(0, 200)}`;
}

function drawAddress(draw: Draw): string {
  return `10.${draw.below(256)}.${draw.below(256)}.${draw.below(256)}`;
}
