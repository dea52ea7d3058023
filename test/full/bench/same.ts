import { parseArgs } from "node:util";
import type { OpenAPIV3 } from "openapi-types";
import { z } from "zod";
import { startApi } from "../../servers/api.ts";
import { drawBody } from "../fuzz/bodies.ts";
import { Draw } from "../fuzz/draw.ts";
import { type Facts, readFacts } from "../fuzz/facts.ts";
import { Keys } from "../fuzz/keys.ts";
import { drawRequest } from "../fuzz/requests.ts";
import { type Operation, readSpecification } from "../fuzz/specification.ts";
import { ADMIN_TOKEN, besideOther, keyOf, type Served } from "./other-program.ts";

const SEED = 60;
const SHOWN = 20;
const SHOWN_CHARACTERS = 300;
/** What processes read after they have started, for the longest. */
const REST_MS = 20_000;
/** Of a hundred requests: to the API, of tools, and the rest of pages, found by following links. */
const SHARES = { api: 55, tools: 15 } as const;

/** One service of the two, and what was made in it to ask it. */
interface Side {
  readonly url: string;
  readonly key: string;
  readonly keys: Keys;
  readonly facts: Facts;
  /** The cookies of its operator's and its customer's sessions. */
  readonly sessions: readonly string[];
}

interface Asked {
  /** Told when the answers differ. */
  readonly name: string;
  readonly ask: (side: Side) => Promise<Response>;
}

/**
 * Seeded requests to every route, tool and page of another program of this project and of this one, each over stores
 * that it filled itself from the same export: what answers differently, to the byte, but for what changes from one
 * request to the next (identifiers of requests, keys, times, what is left of a limit).
 * @param options `--program=FOLDER` the other one, installed; `--requests=N` of each engine; `--documents=N` of the
 *   corpus's generator.
 */
export async function run(options: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...options],
    options: {
      program: { type: "string" },
      requests: { type: "string", default: "3000" },
      documents: { type: "string", default: "600" },
    },
  });
  const { program, documents } = values;
  if (program === undefined) throw new Error("--program=FOLDER is expected");
  await besideOther(program, documents, async (_, servedOver) => {
    for (const engine of ["embedded", "meilisearch"] as const)
      await compare(engine, Number(values.requests), servedOver(engine));
  });
}

async function compare(engine: string, count: number, [then, now]: readonly [Served, Served]): Promise<void> {
  const apis: Awaited<ReturnType<typeof startApi>>[] = [];
  const start = async ({ variables, program }: Served) => {
    const api = await startApi({ ...variables, TRUST_PROXY: "127.0.0.1", ADMIN_TOKEN }, program);
    apis.push(api);
    return api;
  };
  try {
    const [one, two] = [await start(then), await start(now)];
    await Bun.sleep(REST_MS);
    const sides = [await open(one.url, count), await open(two.url, count)] as const;
    const comparison = new Comparison(sides);
    const api = Math.floor((count * SHARES.api) / 100);
    const tools = Math.floor((count * SHARES.tools) / 100);
    const operations = await readSpecification(sides[0].url);
    for (let index = 0; index < api; index += 1) await comparison.ask(requestTo(operations, sides[0], index));
    await comparison.askEach(await toolCalls(sides[0], tools));
    await followLinks(comparison, sides[0], count - api - tools);
    comparison.print(engine);
  } finally {
    await Promise.all(apis.map((each) => each.stop()));
  }
}

async function open(url: string, count: number): Promise<Side> {
  const key = await keyOf(url);
  const keys = await Keys.create(url, ADMIN_TOKEN, count);
  const sessions = await Promise.all([
    signIn(`${url}/admin/connexion`, { jeton_operateur: ADMIN_TOKEN }),
    signIn(`${url}/compte/connexion`, { cle: key }),
  ]);
  return { url, key, keys, facts: await readFacts(url, keys), sessions };
}

/** @returns the session's cookie. */
async function signIn(address: string, form: Record<string, string>): Promise<string> {
  const answer = await fetch(address, {
    method: "POST",
    headers: { origin: new URL(address).origin },
    body: new URLSearchParams(form),
    redirect: "manual",
  });
  const cookie = answer.headers.get("set-cookie")?.split(";")[0];
  if (cookie === undefined) throw new Error(`no session at ${address}: ${answer.status}`);
  return cookie;
}

/** The two answers to each request, compared as they come. */
class Comparison {
  readonly #sides: readonly [Side, Side];
  readonly #statuses = new Map<number, number>();
  readonly #differences: string[] = [];
  /** What the service answers for its own part, whatever the other answers. */
  readonly #faults: string[] = [];
  #asked = 0;

  constructor(sides: readonly [Side, Side]) {
    this.#sides = sides;
  }

  /** @returns what the first of them answered. */
  async ask({ name, ask }: Asked): Promise<string> {
    const [then, now] = await Promise.all(
      this.#sides.map(async (side) => {
        const answer = await ask(side);
        return { status: answer.status, written: written(answer, await answer.text()) };
      }),
    );
    if (then === undefined || now === undefined) throw new Error("two answers are expected");
    this.#asked += 1;
    if (now.status >= 500) this.#faults.push(`${now.status} ${name}`);
    this.#statuses.set(now.status, (this.#statuses.get(now.status) ?? 0) + 1);
    if (then.written !== now.written)
      this.#differences.push(`${name}\n${firstDifference(then.written, now.written)}`);
    return then.written;
  }

  async askEach(asked: readonly Asked[]): Promise<void> {
    for (const each of asked) await this.ask(each);
  }

  print(engine: string): void {
    const statuses = [...this.#statuses].sort(([one], [other]) => one - other);
    console.log(
      `${engine} : ${this.#asked} requêtes, ${this.#differences.length} réponses différentes ` +
        `(${statuses.map(([status, times]) => `${status} × ${times}`).join(", ")})`,
    );
    for (const fault of this.#faults.slice(0, SHOWN)) console.log(fault);
    for (const difference of this.#differences.slice(0, SHOWN)) console.log(difference);
  }
}

/** Of one name, or of one moment. */
const VOLATILE_HEADERS =
  /^(?:date|connection|keep-alive|x-request-id|ratelimit.*|x-ratelimit.*|retry-after|server-timing|traceparent|set-cookie|content-length|etag|last-modified|age)$/;
/** Identifiers of requests, keys, cookies, instants, durations, ports. */
const VOLATILE: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, "UUID"],
  [/\bboi_[A-Za-z0-9]{4,}/g, "KEY"],
  [/\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, "INSTANT"],
  [/\b(?:127\.0\.0\.1|localhost):\d+/g, "HOST"],
  [/"(?:latency_ms|uptime_s|restant|utilise)":\d+(?:\.\d+)?/g, "FIGURE"],
  [/\b\d\d:\d\d UTC|\b\d+ (?:ms|s|min)(?=<)|\/tmp\/[\w./-]+/g, "PLACE"],
  [/"jeton" value="[\w-]{43}"/g, "TOKEN"],
  // The journal counts from the microsecond of the run.
  [/\b179\d{13}\b/g, "RANK"],
  [/\b[0-9a-f]{40,64}\b/g, "DIGEST"],
  // It counts what the runs announced, which differs from one program to the next.
  [/^x-corpus-revision: \d+$/gm, "REVISION"],
];

function written({ status, headers }: Response, body: string): string {
  const kept = [...headers].filter(([name]) => !VOLATILE_HEADERS.test(name));
  const whole = `${status}\n${kept.map(([name, value]) => `${name}: ${value}`).join("\n")}\n\n${body}`;
  return VOLATILE.reduce((text, [pattern, by]) => text.replace(pattern, by), whole);
}

function firstDifference(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const from = Math.max(0, at - SHOWN_CHARACTERS / 3);
  return [one, other]
    .map(
      (text, side) =>
        `  ${side === 0 ? "-" : "+"} ${text.slice(from, from + SHOWN_CHARACTERS).replace(/\n/g, "⏎")}`,
    )
    .join("\n");
}

/** @param first names the request. */
function requestTo(operations: readonly Operation[], first: Side, index: number): Asked {
  const drawn = ({ keys, facts }: Side) => drawRequest(operations, facts, keys, new Draw(SEED, index));
  const { method, address, body } = drawn(first);
  return {
    name: `#${index} ${method} ${address} ${String(body ?? "")}`.slice(0, SHOWN_CHARACTERS),
    ask: (side) => {
      const { headers, ...request } = drawn(side);
      const { href } = new URL(side.url + request.address);
      return fetch(href, { method: request.method, headers, body: request.body, redirect: "manual" });
    },
  };
}

/** What `tools/list` answers, as far as arguments are drawn from it. */
const ToolList = z.object({
  result: z.object({ tools: z.array(z.object({ name: z.string(), inputSchema: z.looseObject({}) })) }),
});

async function toolCalls(side: Side, count: number): Promise<Asked[]> {
  const list = await (await rpc(side, "tools/list", {})).text();
  const json = list.startsWith("{") ? list : (/^data: (.*)$/m.exec(list)?.[1] ?? list);
  const { tools } = ToolList.parse(JSON.parse(json)).result;
  return Array.from({ length: count }, (_, index) => {
    const draw = new Draw(SEED, 1_000_000 + index);
    const { name, inputSchema } = draw.oneOf(tools);
    const taken: Operation = {
      method: "POST",
      template: name,
      parameters: [],
      body: inputSchema as OpenAPIV3.SchemaObject,
      isKeyed: true,
      answers: new Map(),
    };
    const { bytes } = drawBody(taken, 15, side.facts, draw);
    const input = typeof bytes === "string" ? bytes : "{}";
    return {
      name: `${name} ${input.slice(0, SHOWN_CHARACTERS)}`,
      ask: (of) => rpc(of, "tools/call", { name }, input),
    };
  });
}

/** @param input the arguments, as JSON or not, written as they are. */
function rpc({ url, key }: Side, method: string, params: object, input?: string): Promise<Response> {
  const given = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const body = input === undefined ? given : given.replace(/\}\}$/, `,"arguments":${input}}}`);
  return fetch(`${url}/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${key}`,
    },
    body,
  });
}

/** The roots of what a visitor, a customer and an operator read. */
const ROOTS = [
  "/",
  "/?q=imp%C3%B4t+revenu",
  "/plan",
  "/docs",
  "/sitemap.xml",
  "/compte",
  "/admin",
  "/openapi.json",
];
const LINK = /(?:href|src|action)="(\/[^"#]*)|<loc>https?:\/\/[^/]+(\/[^<]*)/g;

/** Pages by the links of the first service, of which as many kinds as there are. */
async function followLinks(comparison: Comparison, { url }: Side, count: number): Promise<void> {
  const waiting = [...ROOTS];
  const met = new Set(waiting);
  const draw = new Draw(SEED, 2_000_000);
  for (let asked = 0; asked < count && waiting.length > 0; asked += 1) {
    const [path = "/"] = asked < ROOTS.length ? waiting.splice(0, 1) : waiting.splice(pick(waiting, draw), 1);
    const rank = path.startsWith("/admin") ? 0 : 1;
    const ask = (side: Side) =>
      fetch(side.url + path, { headers: { cookie: side.sessions[rank] ?? "" }, redirect: "manual" });
    const page = await comparison.ask({ name: path, ask });
    for (const [, link, location] of page.matchAll(LINK)) {
      const found = (link ?? location ?? "/").replaceAll("&amp;", "&");
      if (met.has(found) || !URL.canParse(found, url)) continue;
      met.add(found);
      waiting.push(found);
    }
  }
}

/** One of each kind of path in turn: most links are of documents. */
function pick(waiting: readonly string[], draw: Draw): number {
  const kinds = [...new Set(waiting.map(kindOf))];
  const kind = draw.oneOf(kinds);
  const of = waiting.flatMap((path, rank) => (kindOf(path) === kind ? [rank] : []));
  return draw.oneOf(of);
}

function kindOf(path: string): string {
  return (
    path
      .split("?")[0]
      ?.split("/")
      .slice(0, 3)
      .map((part) => part.replace(/-.*|\d+/g, ""))
      .join("/") ?? ""
  );
}
