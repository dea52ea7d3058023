import { join } from "node:path";
import { type Node, parse } from "acorn";

const ROOT = join(import.meta.dir, "../../..");

/** A regular expression, and its file. */
export interface Expression {
  readonly source: string;
  readonly flags: string;
  readonly file: string;
}

/** An expression as it is written: `/…/flags`. */
export function expressionKey({ source, flags }: Pick<Expression, "source" | "flags">): string {
  return `/${source}/${flags}`;
}

interface Found {
  /** Regular expressions written as such, `/…/flags`. */
  readonly written: readonly { readonly source: string; readonly flags: string }[];
  /** How many are made by `RegExp`, whose sources are only known at run time. */
  readonly made: number;
}

/** The expressions of each source file of the product. */
export async function readSources(): Promise<Map<string, Found>> {
  const sources = new Map<string, Found>();
  for (const folder of ["bofip", "config", "db", "ingest", "search", "src"]) {
    for (const file of new Bun.Glob(`${folder}/**/*.{ts,tsx}`).scanSync(ROOT)) {
      sources.set(file, expressionsOf(file, await Bun.file(join(ROOT, file)).text()));
    }
  }
  return sources;
}

function expressionsOf(file: string, source: string): Found {
  const loader = file.endsWith("x") ? "tsx" : "ts";
  const script = new Bun.Transpiler({ loader, target: "bun" }).transformSync(source);
  const nodes = [...descendants(parse(script, { ecmaVersion: "latest", sourceType: "module" }))];
  return {
    written: nodes.flatMap((node) => ("regex" in node ? [literalOf(node.regex)] : [])),
    made: nodes.filter(isConstruction).length,
  };
}

function* descendants(node: Node): Generator<Node> {
  yield node;
  for (const child of Object.values(node).flat()) if (isNode(child)) yield* descendants(child);
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

/** `new RegExp(…)` or `RegExp(…)`. */
function isConstruction(node: Node): boolean {
  if (!("callee" in node) || !isNode(node.callee)) return false;
  return "name" in node.callee && node.callee.name === "RegExp";
}

function literalOf(regex: unknown): { source: string; flags: string } {
  if (typeof regex !== "object" || regex === null || !("pattern" in regex) || !("flags" in regex)) {
    throw new Error("acorn gives the pattern and the flags of a regular expression");
  }
  return { source: String(regex.pattern), flags: String(regex.flags) };
}

/**
 * Every expression that a file makes by `RegExp` while it is loaded and used, and how many places of its code did.
 * @param use calls the functions that make expressions of what they are given.
 */
export async function madeBy(
  file: string,
  use: (() => void) | undefined,
): Promise<{ readonly expressions: readonly RegExp[]; readonly places: number }> {
  const expressions: RegExp[] = [];
  const places = new Set<string>();
  const Native = RegExp;
  globalThis.RegExp = new Proxy(Native, {
    construct(target, [source, flags]) {
      const expression = new target(source, flags);
      const place = placeIn(file);
      if (place !== null) {
        expressions.push(expression);
        places.add(place);
      }
      return expression;
    },
  });
  try {
    // Loaded anew, whichever test loaded it before.
    await import(`${join(ROOT, file)}?made`);
    use?.();
  } finally {
    globalThis.RegExp = Native;
  }
  return { expressions, places: places.size };
}

/** The line and column of a file that is running, or null when it is not. */
function placeIn(file: string): string | null {
  const line = (new Error().stack ?? "").split("\n").find((frame) => frame.includes(file));
  return line?.slice(line.indexOf(file)) ?? null;
}
