import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NO_FILTER } from "../../../../../db/engine/document-filter.ts";
import { EngineUnavailable, StoreDamaged } from "../../../../../db/engine/unavailable.ts";
import { ANALYZER_VERSION } from "../../../../../search/fulltext/analyzer/index.ts";
import type { FullTextReader, IndexedDocument } from "../../../../../search/fulltext/port.ts";
import { parseQuery } from "../../../../../search/fulltext/query/parse.ts";
import { readSqliteGeneration } from "../../../../../search/fulltext/sqlite/live-file.ts";
import { openSqliteReader } from "../../../../../search/fulltext/sqlite/reader.ts";
import { removeSqliteLeftovers, replaceSqliteIndex } from "../../../../../search/fulltext/sqlite/replace.ts";
import { openSqliteWriter } from "../../../../../search/fulltext/sqlite/writer.ts";
import { saying } from "../../../../fixtures/fulltext.ts";

let folder: string;
let path: string;
let reader: FullTextReader;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fulltext-"));
  path = join(folder, "index", "fulltext.sqlite");
  reader = openSqliteReader(path);
});
afterEach(async () => {
  await reader.close();
  rmSync(folder, { recursive: true });
});

describe("before the index exists", () => {
  test("searches, suggestions and pings are refused as unavailable, in French", async () => {
    await expect(reader.ping()).rejects.toThrow(EngineUnavailable);
    await expect(reader.suggest("phare", 5)).rejects.toThrow(EngineUnavailable);
    await expect(total("phare")).rejects.toThrow("L'index plein texte n'est pas encore construit.");
    await expect(total("phare")).rejects.toMatchObject({ engine: "sqlite" });
  });

  test("the same reader answers once it does", async () => {
    await expect(total("phare")).rejects.toThrow(EngineUnavailable);
    await written([saying(1, "phare")]);
    expect(await total("phare")).toBe(1);
  });

  test("a file that is no index is refused as damaged", async () => {
    await written([saying(1, "phare")]);
    writeFileSync(path, "ceci n'est pas une base");
    await expect(total("phare")).rejects.toThrow("L'index plein texte est abîmé");
    await expect(total("phare")).rejects.toThrow(StoreDamaged);
  });
});

describe("an index being written", () => {
  test("answers with what was there before while a batch is under way", async () => {
    await written([saying(1, "phare")]);
    const busy = new Database(path);
    busy.run("BEGIN IMMEDIATE");
    busy.run("DELETE FROM documents");
    expect(await total("phare")).toBe(1);
    busy.run("ROLLBACK");
    busy.close();
  });

  test("shows readers a batch as soon as it is written", async () => {
    const writer = openSqliteWriter(path);
    await writer.upsert([saying(1, "phare")]);
    expect(await total("phare")).toBe(1);
    await writer.upsert([saying(2, "phare"), saying(1, "moulin")]);
    expect(await total("phare")).toBe(1);
    expect(await total("phare OR moulin")).toBe(2);
    await writer.close();
  });

  test("keeps nothing of a batch that fails", async () => {
    await written([saying(1, "phare")]);
    const database = new Database(path);
    database.run(
      `CREATE TRIGGER full BEFORE INSERT ON documents WHEN new.boi_id = 'BOI-PAT-3'
      BEGIN SELECT RAISE(ABORT, 'disque plein'); END`,
    );
    database.close();
    await expect(written([saying(2, "phare"), saying(3, "moulin")])).rejects.toThrow("disque plein");
    expect(await total("phare OR moulin")).toBe(1);
  });
});

describe("what FTS5 writes out of titles", () => {
  test("is one segment a batch, however many documents it adds or replaces", async () => {
    await written(docs(8));
    const added = segments();
    await written([...docs(8), saying(9, "moulin")]);
    expect([added, segments()]).toEqual([1, 2]);
  });

  test("is one segment for an index filled anew", async () => {
    await replaceSqliteIndex(path, async (writer) => {
      await writer.upsert(docs(4));
      await writer.upsert(docs(8));
    });
    expect(segments()).toBe(1);
    const database = new Database(path);
    const mode = database.query("PRAGMA journal_mode").get();
    database.close();
    expect(mode).toEqual({ journal_mode: "wal" });
  });

  function segments(): number {
    const database = new Database(path);
    const row = database.query<{ count: number }, []>(SEGMENTS).get();
    database.close();
    return row?.count ?? 0;
  }

  const SEGMENTS = "SELECT count(DISTINCT segid) AS count FROM titles_idx";
});

describe("an index replaced", () => {
  test("is seen by readers that had the former one open, without an empty moment", async () => {
    await written([saying(1, "phare")]);
    expect(await total("phare")).toBe(1);
    await replaceSqliteIndex(path, async (writer) => {
      await writer.upsert([saying(1, "phare"), saying(2, "phare")]);
      expect(await total("phare")).toBe(1);
    });
    expect(await total("phare")).toBe(2);
  });

  test("takes later writes, and may be replaced again", async () => {
    for (const count of [1, 2, 3]) {
      await replaceSqliteIndex(path, (writer) => writer.upsert(docs(count)));
      await written([saying(9, "phare")]);
      expect(await total("phare")).toBe(count + 1);
    }
    const files = readdirSync(join(folder, "index")).filter((name) => !/-(wal|shm)$/.test(name));
    expect(files).toHaveLength(3); // the link, and both files of the generation it points to
  });

  test("stays as it was when the filling fails, and leaves nothing beside it", async () => {
    await replaceSqliteIndex(path, (writer) => writer.upsert(docs(2)));
    const before = readdirSync(join(folder, "index")).sort();
    const failing = replaceSqliteIndex(path, async (writer) => {
      await writer.upsert(docs(5));
      throw new Error("source away");
    });
    await expect(failing).rejects.toThrow("source away");
    expect(readdirSync(join(folder, "index")).sort()).toEqual(before);
    expect(await total("phare")).toBe(2);
  });

  test("is rid of the files that a rebuild which was cut short left, and keeps its own", async () => {
    await replaceSqliteIndex(path, (writer) => writer.upsert(docs(2)));
    const before = readdirSync(join(folder, "index")).sort();
    writeFileSync(`${path}.0198-perdu`, "");
    writeFileSync(`${path}.0198-perdu-wal`, "");
    removeSqliteLeftovers(path);
    expect(readdirSync(join(folder, "index")).sort()).toEqual(before);
    expect(await total("phare")).toBe(2);
  });

  test("answers even when it holds no document", async () => {
    await replaceSqliteIndex(path, async () => {});
    expect(await total("phare")).toBe(0);
    expect(await reader.suggest("phare", 5)).toEqual([]);
  });
});

describe("an index of an earlier analyzer", () => {
  beforeEach(async () => {
    await written(docs(3));
    const database = new Database(path);
    database.run(`PRAGMA user_version = ${versionOf(database) - ANALYZER_VERSION}`);
    database.close();
  });

  test("counts as empty, so that everything is indexed anew", async () => {
    const writer = openSqliteWriter(path);
    expect((await writer.hashes()).size).toBe(0);
    await writer.upsert([saying(1, "phare")]);
    expect([...(await writer.hashes()).keys()]).toEqual(["BOI-PAT-1"]);
    expect(await total("phare")).toBe(1);
    await writer.close();
  });

  test("goes on answering until then", async () => {
    expect(await total("phare")).toBe(3);
  });

  test("gives way to the new one, filled beside it, without a search failing", async () => {
    const totals: number[] = [];
    await replaceSqliteIndex(path, async (writer) => {
      for (const document of docs(5)) {
        await writer.upsert([document]);
        totals.push(await total("phare"));
      }
    });
    totals.push(await total("phare"));
    expect(totals).toEqual([3, 3, 3, 3, 3, 5]);
  });
});

describe.each([10_003, 20_003, 990_001])("an index of another schema (%d)", (version) => {
  beforeEach(async () => {
    await written(docs(3));
    const database = new Database(path);
    database.run(`PRAGMA user_version = ${version}`);
    database.close();
  });

  test("is not read, and is not the one last seen in step", async () => {
    await expect(total("phare")).rejects.toThrow(EngineUnavailable);
    await expect(reader.suggest("phare", 5)).rejects.toThrow("n'est pas encore construit");
    expect(readSqliteGeneration(path)).toBe("unreadable");
  });

  test("counts as empty for who writes, and gives way to a new one filled beside", async () => {
    const writer = openSqliteWriter(path);
    expect((await writer.hashes()).size).toBe(0);
    await writer.close();
    await replaceSqliteIndex(path, (filler) => filler.upsert(docs(5)));
    expect(await total("phare")).toBe(5);
  });
});

function versionOf(database: Database): number {
  return database.query<{ user_version: number }, []>("PRAGMA user_version").get()?.user_version ?? 0;
}

async function total(q: string, filter = NO_FILTER): Promise<number> {
  const page = await reader.search({ query: parseQuery(q).node, filter, limit: 10, offset: 0 });
  return page.total;
}

async function written(documents: readonly IndexedDocument[]): Promise<void> {
  const writer = openSqliteWriter(path);
  try {
    await writer.upsert(documents);
  } finally {
    await writer.close();
  }
}

function docs(count: number): IndexedDocument[] {
  return Array.from({ length: count }, (_, index) => saying(index + 1, "phare"));
}
