/** `bun run house`: how large each room is, how its files hang together, and how many of them three acts run through. */
import { dirname, join, relative } from "node:path";
import { Type } from "@sinclair/typebox";
import { InvalidJson, jsonParser } from "../db/engine/parse-json.ts";

const ROOT = join(import.meta.dir, "..");
const ROOMS = ["bofip", "config", "db", "search", "ingest", "src"] as const;
/** With its importer: what a reader reads top-down. */
const MOST_LINES_TOGETHER = 300;

interface SourceFile {
  readonly path: string;
  readonly lines: number;
  readonly importLines: number;
  /** Files of ours, types included, and the scripts of its threads. */
  readonly imports: readonly string[];
}

/** The files of the product: what it takes to serve, without tests, clients and deployment. */
export async function readHouse(): Promise<SourceFile[]> {
  const paths = ROOMS.flatMap((room) => [...new Bun.Glob(`${room}/**/*.{ts,tsx}`).scanSync(ROOT)]);
  return await Promise.all(
    paths.map(async (path) => {
      const text = await Bun.file(join(ROOT, path)).text();
      const named = [...text.matchAll(/(?:\bfrom|\bimport\(?|new URL\()\s*"(\.[^"]+)"/g)];
      const targets = named.map(([, target = ""]) => relative(ROOT, join(ROOT, dirname(path), target)));
      return {
        path,
        lines: text.split("\n").length - 1,
        importLines: (text.match(/^import[^;]*;$/gm) ?? []).join("\n").split("\n").filter(Boolean).length,
        imports: [...new Set(targets)],
      };
    }),
  );
}

/** Files that one other imports, in its folder or in the one above, short enough to be part of it. */
export function lonePages(house: readonly SourceFile[]): { readonly path: string; readonly into: string }[] {
  const lines = new Map(house.map((file) => [file.path, file.lines]));
  return house.flatMap(({ path, lines: own }) => {
    const [importer, ...others] = house.filter(({ imports }) => imports.includes(path));
    if (importer === undefined || others.length > 0) return [];
    const folder = dirname(importer.path);
    const isBeside = dirname(path) === folder || dirname(dirname(path)) === folder;
    const isShort = own + (lines.get(importer.path) ?? 0) <= MOST_LINES_TOGETHER;
    return isBeside && isShort ? [{ path, into: importer.path }] : [];
  });
}

const parseExecuted = jsonParser(Type.Record(Type.String(), Type.Array(Type.String())));

/**
 * The files of which a function runs for each of three acts, by name: a warm request for a §, one of search, the first
 * import of a record.
 */
export async function readExecuted(): Promise<Readonly<Record<string, readonly string[]>>> {
  const script = join(ROOT, "test/executed");
  const child = Bun.spawn([process.execPath, "--preload", `${script}/instrument.ts`, `${script}/index.ts`], {
    cwd: ROOT,
  });
  const executed = parseExecuted(await new Response(child.stdout).text());
  if (executed instanceof InvalidJson) throw new Error(`${script}/index.ts did not tell which files run`);
  return executed;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

if (import.meta.main) {
  const house = await readHouse();
  for (const room of [...ROOMS, ""]) {
    const files = house.filter(({ path }) => path.startsWith(room === "" ? room : `${room}/`));
    const lines = sumOf(files.map((file) => file.lines));
    console.log(
      `${(room || "together").padEnd(8)} ${String(files.length).padStart(5)} files ${String(lines).padStart(6)} lines`,
    );
  }
  const share = sumOf(house.map(({ importLines }) => importLines)) / sumOf(house.map(({ lines }) => lines));
  console.log(`imports: ${(100 * share).toFixed(1)} % of lines; ${lonePages(house).length} lone pages`);
  for (const [act, files] of Object.entries(await readExecuted()))
    console.log(`${act} runs through ${files.length} files`);
}
