import { describe, expect, test } from "bun:test";
import { dirname, join, relative } from "node:path";

const ROOT = join(import.meta.dir, "../..");

/** The one file that puts the API and the worker together, in embedded mode. */
const COMPOSITION_ROOT = "src/index.ts";

/** What the files of a room may import of ours: the rooms below it (docs/architecture.md, « Rooms and arrows »). */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  clients: ["clients"],
  bofip: ["bofip"],
  config: ["config", "bofip"],
  db: ["db", "config", "bofip"],
  search: ["search", "db", "config", "bofip"],
  ingest: ["ingest", "search", "db", "config", "bofip"],
  src: ["src", "search", "db", "config", "bofip", "clients"],
};

const MANIFEST = "package.json";

const FEATURE = /^src\/features\/([^/]+)\//;

/** What others may import of a feature. */
const FACE = /^src\/features\/[^/]+\/(service|answer)\.ts$/;

const sources = new Map<string, string>();
for (const folder of Object.keys(ALLOWED)) {
  for (const file of new Bun.Glob(`${folder}/**/*.{ts,tsx}`).scanSync(ROOT))
    sources.set(file, await Bun.file(join(ROOT, file)).text());
}

/** The files of ours that each file imports, types included. */
const imports = new Map([...sources].map(([file, source]) => [file, importsOf(file, source)]));

function importsOf(file: string, source: string): string[] {
  const paths = [...source.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*"(\.[^"]+)"/g)].map(
    ([, path = ""]) => path,
  );
  return [...new Set(paths)].map((path) => relative(ROOT, join(dirname(join(ROOT, file)), path)));
}

function folderOf(path: string): string {
  return path.split("/")[0] ?? "";
}

/** Groups of files that import each other, directly or through others (Tarjan's strongly connected components). */
function circles(): string[][] {
  const found: string[][] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const path: string[] = [];
  const visit = (file: string): number => {
    const own = order.size;
    order.set(file, own);
    path.push(file);
    let low = own;
    for (const next of imports.get(file) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (path.includes(next)) low = Math.min(low, lowest.get(next) ?? order.get(next) ?? low);
    }
    lowest.set(file, low);
    if (low === own) {
      const members = path.splice(path.indexOf(file));
      if (members.length > 1) found.push(members);
    }
    return low;
  };
  for (const file of imports.keys()) if (!order.has(file)) visit(file);
  return found;
}

describe("the structure of the code", () => {
  test("a room depends on those below it alone", () => {
    const strays = [...imports].flatMap(([file, paths]) => {
      const allowed = [
        ...(ALLOWED[folderOf(file)] ?? []),
        ...(file === COMPOSITION_ROOT ? (ALLOWED["ingest"] ?? []) : []),
      ];
      return paths
        .filter((path) => path !== MANIFEST && !allowed.includes(folderOf(path)))
        .map((path) => `${file} imports ${path}`);
    });
    expect(strays).toEqual([]);
  });

  test("no file imports itself through others, not even for types", () => {
    expect(circles()).toEqual([]);
  });

  test("a feature takes from another only what it does and what it answers", () => {
    const strays = [...imports].flatMap(([file, paths]) => {
      const feature = FEATURE.exec(file)?.[1];
      const others = paths.filter((path) => (FEATURE.exec(path)?.[1] ?? feature) !== feature);
      return feature === undefined
        ? []
        : others.filter((path) => !FACE.test(path)).map((path) => `${file} imports ${path}`);
    });
    expect(strays).toEqual([]);
  });
});

describe("what is put together in one place", () => {
  test("only src/open-service.ts puts the application together", () => {
    const openers = [...sources].filter(([, source]) => /(?<!function )\bcreateApp\(/.test(source));
    expect(openers.map(([file]) => file)).toEqual(["src/open-service.ts"]);
  });

  // `search: (query, limit) => … engine.search(query, limit)` would drop what is added to `search` later.
  test("only db/engine/decorate.ts forwards calls from one engine to another of its type", () => {
    const forwarding = [...sources].flatMap(([file, source]) =>
      [...source.matchAll(/function (\w+)\(\s*(\w+): ([A-Z]\w+)[^{]*\): \3 {(.*?)\n}/gs)]
        .filter(([, , engine, , body = ""]) =>
          new RegExp(`\\b(\\w+)(: |: async )?\\(([.\\w, ]+)\\)[^;]*\\b${engine}\\.\\1\\(\\3\\)`).test(body),
        )
        .map(([, name]) => `${name} in ${file}`),
    );
    expect(forwarding).toEqual([]);
  });
});

describe("what is read in one place", () => {
  test("only config/config.ts reads the environment", () => {
    const readers = [...sources].filter(([, source]) =>
      /process\.env|Bun\.env|import\.meta\.env/.test(source),
    );
    expect(readers.map(([file]) => file)).toEqual(["config/config.ts"]);
  });

  test("only db/ and search/, of its own tables, write SQL", () => {
    const writers = [...sources].filter(
      ([file, source]) =>
        !["db", "search"].includes(folderOf(file)) &&
        /from "(drizzle-orm|postgres|bun:sqlite|@electric-sql)|sql`/.test(source),
    );
    expect(writers.map(([file]) => file)).toEqual([]);
  });

  test("db/integrity/seals.ts alone reads the words of stored texts for others, and proves them", () => {
    const readers = [...sources].filter(
      ([file, source]) =>
        /^(db\/(?!ingestion|erasure|schema)|search\/)/.test(file) &&
        /(?:\b\w|said)\.contenu_(?:texte|html)[ ,]/.test(source),
    );
    // A scrub tells which are damaged.
    expect(readers.map(([file]) => file).toSorted()).toEqual([
      "db/integrity/scrubbed.ts",
      "db/integrity/seals.ts",
    ]);
  });

  test("statements are tagged SQL: Drizzle is for the schema and its migrations", () => {
    const importers = [...sources].filter(
      ([file, source]) => !file.startsWith("db/schema/") && source.includes('from "drizzle-orm'),
    );
    expect(importers.map(([file]) => file).toSorted()).toEqual([
      "db/postgres/client.ts",
      "db/postgres/database.ts",
      "db/postgres/open.ts",
      "db/postgres/statements.ts",
    ]);
    const built = [...sources].filter(([, source]) =>
      /\b(database|reads)\s*\.(select|selectDistinct|insert|update|delete|execute|\$count)\(/.test(source),
    );
    expect(built.map(([file]) => file)).toEqual([]);
  });

  test("SQL is pasted as text in one file", () => {
    const pasting = [...sources].filter(([, source]) => /\.unsafe\b/.test(source));
    expect(pasting.map(([file]) => file)).toEqual(["db/postgres/statements.ts"]);
  });

  test("only the embedded full-text index, and the lock of the data folder, open a SQLite file", () => {
    const openers = [...sources].filter(
      ([file, source]) =>
        !file.startsWith("search/fulltext/sqlite/") &&
        file !== "db/data-folder/lock.ts" &&
        /from "bun:sqlite"/.test(source),
    );
    expect(openers.map(([file]) => file)).toEqual([]);
  });

  test("schemas are written with one library", () => {
    const strays = [...sources].filter(([, source]) => /from "(zod|valibot|arktype|ajv)/.test(source));
    // It sets the language of the protocol's own library, and has no schema.
    expect(strays.map(([file]) => file)).toEqual(["src/mcp/server.ts"]);
    expect(sources.get("src/mcp/server.ts")).toContain('import { config, locales } from "zod"');
  });

  test("the libraries of traces are loaded by one file, when they are asked for", () => {
    const users = [...sources].filter(([, source]) => /"@opentelemetry\//.test(source));
    expect(users.map(([file]) => file)).toEqual(["db/tracing/opentelemetry.ts"]);
    const openers = [...sources].filter(([, source]) => source.includes("/opentelemetry.ts"));
    expect(openers.map(([file]) => file)).toEqual(["db/tracing/open.ts"]);
    expect(sources.get("db/tracing/open.ts")).toContain('await import("./opentelemetry.ts")');
  });

  test("the rooms of the doctrine and of the configuration touch no store", () => {
    const users = [...sources].filter(
      ([file, source]) =>
        ["bofip", "config"].includes(folderOf(file)) &&
        /from "(drizzle-orm|postgres|bun:sqlite|@electric-sql|elysia|meilisearch|@qdrant)/.test(source),
    );
    expect(users.map(([file]) => file)).toEqual([]);
  });
});
