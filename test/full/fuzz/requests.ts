import { type Body, drawBody } from "./bodies.ts";
import type { Draw } from "./draw.ts";
import type { Facts } from "./facts.ts";
import { drawHeaders } from "./headers.ts";
import type { Keys } from "./keys.ts";
import type { Operation } from "./specification.ts";
import { compatible, isDatedTwice, ownerOf } from "./texts.ts";
import { oddValue, type Value, validValue } from "./values.ts";

/** A request, and its verdict under the contract: as for a value, over all its parts. */
export interface FuzzRequest {
  readonly operation: Operation;
  readonly method: string;
  /** Path and query, as sent. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body["bytes"];
  readonly verdict: Value["verdict"];
  /** `wrong` = a key that must be refused; `limited` = one whose plan may refuse. */
  readonly key: "full" | "limited" | "wrong" | "none";
}

interface Twisted {
  readonly pairs: readonly string[];
  readonly verdict: Value["verdict"];
}

/** How much of a request is odd. */
export type Mood = "plain" | "one oddity" | "odd";

/** Half of the requests are meant to succeed. */
const HALF_ODD: readonly Mood[] = ["plain", "plain", "one oddity", "odd"];

export function drawRequest(
  operations: readonly Operation[],
  facts: Facts,
  keys: Keys,
  draw: Draw,
  moods: readonly Mood[] = HALF_ODD,
): FuzzRequest {
  const operation = draw.oneOf(operations);
  const mood = draw.oneOf(moods);
  const address = drawAddress(operation, mood, facts, draw);
  const body = drawBody(operation, mood === "plain" ? 0 : 50, facts, draw);
  const key = keys.draw(operation.isKeyed, draw);
  const headers = { ...drawHeaders(mood === "odd", draw), ...body.headers, ...key.headers };
  return {
    operation,
    method: drawMethod(operation, mood, draw),
    address: address.raw,
    headers,
    body: body.bytes,
    verdict: combine([address.verdict, body.verdict]),
    key: key.kind,
  };
}

/** Invalid as soon as a part is; valid only when all are. */
function combine(verdicts: readonly Value["verdict"][]): Value["verdict"] {
  if (verdicts.includes("invalid")) return "invalid";
  return verdicts.every((verdict) => verdict === "valid") ? "valid" : null;
}

function drawMethod({ method }: Operation, mood: Mood, draw: Draw): string {
  if (method === "GET" && draw.chance(3)) return "HEAD";
  return mood === "odd" && draw.chance(10) ? draw.oneOf(["OPTIONS", "DELETE", "PUT", "PATCH"]) : method;
}

function drawAddress(operation: Operation, mood: Mood, facts: Facts, draw: Draw): Value {
  const target = mood === "one oddity" ? draw.below(operation.parameters.length + 1) : -1;
  const values = operation.parameters.map((parameter, index) => {
    const isOdd = mood === "odd" ? draw.chance(50) : index === target;
    return {
      parameter,
      isOdd,
      value: isOdd ? oddValue(parameter, draw, facts) : validValue(parameter, draw, facts),
    };
  });
  const drawn = values.filter(({ parameter, isOdd }) => isNeeded(parameter) || isOdd || draw.chance(60));
  const given = withTable(withOwner(compatible(operation.template, drawn, draw), facts, draw), facts, draw);
  const parts = combine(given.map(({ value }) => value.verdict));
  const whole = parts === "valid" && isDatedTwice(given) ? "invalid" : parts;
  let path = operation.template;
  const pairs: string[] = [];
  for (const { parameter, value } of given) {
    if (parameter.in === "path") path = path.replace(`{${parameter.name}}`, encodePath(value.raw, draw));
    else pairs.push(`${parameter.name}=${encodeQuery(value.raw, draw)}`);
  }
  const isTwisted = mood === "odd" ? draw.chance(40) : target === operation.parameters.length;
  const twisted: Twisted = isTwisted ? twist(operation, pairs, draw) : { pairs, verdict: "valid" };
  const verdict = twisted.verdict === null ? null : combine([whole, twisted.verdict]);
  const query = twisted.pairs.length > 0 ? `?${twisted.pairs.join("&")}` : "";
  const hasPlace = operation.template.includes("{") && mood === "odd";
  if (hasPlace && draw.chance(10)) return { raw: path + draw.oneOf(MALFORMED) + query, verdict: "invalid" };
  const slash = draw.chance(5) && !/(\/|%2F)$/.test(path) ? "/" : "";
  return { raw: path + slash + query, verdict };
}

/** `/v1/changes` asks for one of two beginnings; the other takes its place when both are drawn. */
function isNeeded({ name, required }: Operation["parameters"][number]): boolean {
  return required || name === "since";
}

/** Most fingerprints are asked of the document that has them. */
function withOwner<Part extends { readonly parameter: { readonly name: string }; readonly value: Value }>(
  given: readonly Part[],
  facts: Facts,
  draw: Draw,
): readonly Part[] {
  const named = given.find(({ parameter }) => parameter.name.endsWith("empreinte"));
  const owner = named === undefined ? null : ownerOf(named.value.raw, facts);
  if (owner === null || draw.chance(30)) return given;
  return given.map((part) =>
    part.parameter.name === "id" && part.value.verdict === "valid"
      ? { ...part, value: { raw: owner, verdict: "valid" } }
      : part,
  );
}

/** Most ranks of a table are asked of a document that has it. */
function withTable<Part extends { readonly parameter: { readonly name: string }; readonly value: Value }>(
  given: readonly Part[],
  facts: Facts,
  draw: Draw,
): readonly Part[] {
  if (!given.some(({ parameter }) => parameter.name === "rang") || draw.chance(30)) return given;
  const { boi_id, rang } = draw.oneOf(facts.tables);
  const known = new Map([
    ["id", boi_id],
    ["rang", String(rang)],
  ]);
  return given.map((part) => {
    const raw = known.get(part.parameter.name);
    return raw === undefined || part.value.verdict !== "valid"
      ? part
      : { ...part, value: { raw, verdict: "valid" } };
  });
}

/** Encodings that name no text. */
const MALFORMED = ["%", "%zz", "%ff", "%ED%A0%80", "%C0%80", "%u0041"];

/** Changes the query as a whole. */
function twist(operation: Operation, pairs: readonly string[], draw: Draw): Twisted {
  const [first = "q=impot", ...others] = pairs;
  const name = operation.parameters.find((parameter) => parameter.in === "query")?.name ?? "x";
  const unknown = draw.oneOf(["inconnu=1", "Limit=3", "__proto__=1", "constructor=", "q[]=impot", "=1"]);
  const malformed = draw.oneOf(MALFORMED);
  return draw.oneOf<Twisted>([
    { pairs: [...pairs, first], verdict: "invalid" },
    { pairs: [...pairs, unknown], verdict: "invalid" },
    { pairs: [...pairs, `${name}=${malformed}`], verdict: "invalid" },
    { pairs: [...pairs, `${"x".repeat(8200)}=1`], verdict: "invalid" },
    { pairs: [...pairs, name], verdict: "invalid" },
    { pairs: [...pairs, "", ""], verdict: "valid" },
    { pairs: pairs.toReversed(), verdict: "valid" },
    { pairs: others, verdict: null },
  ]);
}

/** A slash in an encoded path may be left as it is. */
function encodePath(raw: string, draw: Draw): string {
  const encoded = encodeURIComponent(raw);
  return draw.chance(80) ? encoded.replaceAll("%2F", "/") : encoded;
}

function encodeQuery(raw: string, draw: Draw): string {
  const encoded = encodeURIComponent(raw);
  return draw.chance(50) ? encoded.replaceAll("%20", "+") : encoded;
}
