import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NO_FILTER } from "../../../../../db/engine/document-filter.ts";
import type { FullTextReader, FullTextWriter } from "../../../../../search/fulltext/port.ts";
import { parseQuery } from "../../../../../search/fulltext/query/parse.ts";
import { BLOCK_DOCUMENTS, numbersOf } from "../../../../../search/fulltext/sqlite/postings/read-postings.ts";
import { openSqliteReader } from "../../../../../search/fulltext/sqlite/reader.ts";
import { replaceSqliteIndex } from "../../../../../search/fulltext/sqlite/replace.ts";
import { openSqliteWriter } from "../../../../../search/fulltext/sqlite/writer.ts";
import { saying } from "../../../../fixtures/fulltext.ts";

let folder: string;
let path: string;
let reader: FullTextReader;
let writer: FullTextWriter;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fulltext-"));
  path = join(folder, "fulltext.sqlite");
  reader = openSqliteReader(path);
  writer = openSqliteWriter(path);
});
afterEach(async () => {
  await reader.close();
  await writer.close();
  rmSync(folder, { recursive: true });
});

describe("a document that leaves", () => {
  test("gives its number to no other: its words do not find the next one", async () => {
    await writer.upsert([saying(1, "phare"), saying(2, "moulin")]);
    await writer.remove(["BOI-PAT-2"]);
    await writer.upsert([saying(3, "vignoble")]);
    expect(await found("moulin")).toEqual([]);
    expect(await found("vignoble")).toEqual(["BOI-PAT-3"]);
  });

  test("weighs no more on the rarity of its words", async () => {
    await writer.upsert([saying(1, "phare"), saying(2, "moulin"), saying(3, "vignoble")]);
    const before = await hits("phare");
    await writer.upsert([saying(4, "phare"), saying(5, "phare")]);
    expect(await hits("phare")).not.toEqual(before);
    await writer.remove(["BOI-PAT-4", "BOI-PAT-5"]);
    expect(await hits("phare")).toEqual(before);
  });

  test("leaves nothing of its words in the file once the index has settled", async () => {
    await writer.upsert([saying(1, "phare"), saying(2, "phare moulin"), saying(3, "vignoble")]);
    await writer.upsert([saying(1, "hippocampe")]);
    await writer.remove(["BOI-PAT-2"]);
    await writer.settle();
    const stems = { hippocamp: 1, loin: 2, pat: 2, un: 2, vignobl: 1, au: 2 };
    expect(terms("stem")).toEqual(stems);
    expect(terms("position")).toEqual(stems);
    expect(terms("beginning")).not.toHaveProperty("pha");
    expect(terms("node")).toEqual({ BOI: 2, "BOI-PAT": 2, "BOI-PAT-1": 1, "BOI-PAT-3": 1 });
    expect(await found("hippocampe OU vignoble OU phare")).toEqual(["BOI-PAT-1", "BOI-PAT-3"]);
  });
});

describe("more documents than a block holds", () => {
  const count = BLOCK_DOCUMENTS * 2 + 10;
  const documents = Array.from({ length: count }, (_, index) =>
    saying(index + 1, index % 3 === 0 ? "phare" : "moulin"),
  );
  const lighthouses = Math.ceil(count / 3);

  test("are found all, whether they came at once or batch after batch", async () => {
    for (let start = 0; start < count; start += 700) await writer.upsert(documents.slice(start, start + 700));
    expect(await totals()).toEqual([lighthouses, count, lighthouses, count]);
    await replaceSqliteIndex(path, async (filler) => {
      for (let start = 0; start < count; start += 300)
        await filler.upsert(documents.slice(start, start + 300));
    });
    expect(await totals()).toEqual([lighthouses, count, lighthouses, count]);
  });

  test("are rid of those that leave from any block", async () => {
    await writer.upsert(documents);
    await writer.remove(["BOI-PAT-1", `BOI-PAT-${BLOCK_DOCUMENTS + 2}`, `BOI-PAT-${count}`]);
    const before = await totals();
    await writer.settle();
    expect(await totals()).toEqual(before);
    expect(terms("type")).toEqual({ commentaire: count - 3 });
  });

  const totals = async () => [
    await total("phare"),
    await total("moulin OU phare"),
    await total("pha*"),
    await total("loin*"),
  ];
});

/** Number of documents in the file for each term of a field. */
function terms(field: string): Record<string, number> {
  const database = new Database(path, { readonly: true });
  const rows = database
    .query<{ term: string; entries: Uint8Array }, [string]>(
      "SELECT term, entries FROM postings WHERE field = ?",
    )
    .all(field);
  database.close();
  const counts: Record<string, number> = {};
  for (const { term, entries } of rows) counts[term] = (counts[term] ?? 0) + numbersOf(entries).length;
  return counts;
}

async function hits(q: string) {
  const page = await reader.search({ query: parseQuery(q).node, filter: NO_FILTER, limit: 10, offset: 0 });
  return page.hits;
}

async function found(q: string): Promise<string[]> {
  return (await hits(q)).map(({ boiId }) => boiId).sort();
}

function total(q: string): Promise<number> {
  return reader.count(parseQuery(q).node, NO_FILTER);
}
