import { describe, expect, test } from "bun:test";
import { dirname, join, relative } from "node:path";

const ROOT = join(import.meta.dir, "..");

/** The one file that puts the API and the worker together, in embedded mode. */
const COMPOSITION_ROOT = "src/index.ts";

/** What the files of a folder may import of ours. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  db: ["db"],
  ingest: ["ingest", "db"],
  src: ["src", "db"],
};

const MANIFEST = "package.json";

function importsOf(file: string, source: string): string[] {
  const loader = new Bun.Transpiler({ loader: file.endsWith("x") ? "tsx" : "ts" });
  const scanned = loader.scanImports(source).map((found) => found.path);
  // The scanner leaves out imports of types alone.
  const typed = [...source.matchAll(/^(?:import|export) type .*? from "(\.[^"]+)";$/gms)].map((found) =>
    String(found[1]),
  );
  return [...new Set([...scanned, ...typed])]
    .filter((path) => path.startsWith("."))
    .map((path) => relative(ROOT, join(dirname(join(ROOT, file)), path)));
}

function folderOf(path: string): string {
  return path.split("/")[0] ?? "";
}

for (const folder of Object.keys(ALLOWED)) {
  describe(`${folder}/ depends only on ${ALLOWED[folder]?.join(", ")}`, () => {
    for (const file of new Bun.Glob(`${folder}/**/*.{ts,tsx}`).scanSync(ROOT)) {
      test(file, async () => {
        const imports = importsOf(file, await Bun.file(join(ROOT, file)).text());
        const allowed = file === COMPOSITION_ROOT ? ["src", "db", "ingest"] : ALLOWED[folder];
        expect(imports.filter((path) => path !== MANIFEST && !allowed?.includes(folderOf(path)))).toEqual([]);
      });
    }
  });
}

describe("what is read in one place", () => {
  const sources = ["db", "ingest", "src"].flatMap((folder) => [
    ...new Bun.Glob(`${folder}/**/*.{ts,tsx}`).scanSync(ROOT),
  ]);

  test("only db/config.ts reads the environment", async () => {
    const readers = [];
    for (const file of sources) {
      if (/process\.env|Bun\.env|import\.meta\.env/.test(await Bun.file(join(ROOT, file)).text()))
        readers.push(file);
    }
    expect(readers).toEqual(["db/config.ts"]);
  });

  test("only db/ writes SQL", async () => {
    const writers = [];
    for (const file of sources.filter((path) => folderOf(path) !== "db")) {
      const source = await Bun.file(join(ROOT, file)).text();
      if (/from "(drizzle-orm|postgres|bun:sqlite|@electric-sql)|sql`/.test(source)) writers.push(file);
    }
    expect(writers).toEqual([]);
  });
});
