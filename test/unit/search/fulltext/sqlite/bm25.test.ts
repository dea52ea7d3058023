/** Words and phrases have the same weight as in FTS5 over the same stems, where labels have none of theirs. */
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NO_FILTER } from "../../../../../db/engine/document-filter.ts";
import { analyze } from "../../../../../search/fulltext/analyzer/index.ts";
import type { FullTextReader } from "../../../../../search/fulltext/port.ts";
import { parseQuery } from "../../../../../search/fulltext/query/parse.ts";
import { openSqliteReader } from "../../../../../search/fulltext/sqlite/reader.ts";
import { replaceSqliteIndex } from "../../../../../search/fulltext/sqlite/replace.ts";
import { testCorpus } from "../../../../integration/search/fulltext/corpus.ts";

const TABLE = `
  CREATE VIRTUAL TABLE texts USING fts5 (boiId UNINDEXED, titre, texte, tokenize = "ascii tokenchars '-'")`;
const BY_FTS5 = "SELECT boiId, -bm25(texts, 0, 10, 1) AS score FROM texts WHERE texts MATCH ?";

/** A label of stop words has no weight. */
const CORPUS = testCorpus().map((document) => ({ ...document, titre: `${document.titre} - Le` }));

let folder: string;
let database: Database;
let reader: FullTextReader;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "fulltext-"));
  const path = join(folder, "fulltext.sqlite");
  await replaceSqliteIndex(path, (writer) => writer.upsert(CORPUS));
  database = new Database(":memory:");
  database.run(TABLE);
  for (const { boiId, titre, texte } of CORPUS)
    database.query("INSERT INTO texts VALUES (?, ?, ?)").run(boiId, stems(titre), stems(texte));
  reader = openSqliteReader(path);
});
afterAll(async () => {
  database.close();
  await reader.close();
  rmSync(folder, { recursive: true });
});

test.each([
  ["impôt", "impot"],
  ["girafe", "giraf"],
  ["crédit usufruit", "credit AND usufruit"],
  ["navire OU vignoble OU phare OU moulin", "navir OR vignobl OR phar OR moulin"],
  ["impôt SAUF crédit", "impot NOT credit"],
  ['"taxe du" navire', '"taxe du" AND navir'],
  ['"taxe du" OU navire', '"taxe du" OR navir'],
  ['"de la" phare', '"de la" AND phar'],
])("%s", async (q, expression) => {
  const query = parseQuery(q).node;
  const { hits } = await reader.search({ query, filter: NO_FILTER, limit: 10_000, offset: 0 });
  const rows = database.query<{ boiId: string; score: number }, [string]>(BY_FTS5).all(expression);
  const expected = new Map(rows.map(({ boiId, score }) => [boiId, score.toFixed(9)]));
  expect(expected.size).toBeGreaterThan(0);
  expect(new Map(hits.map(({ boiId, score }) => [boiId, score.toFixed(9)]))).toEqual(expected);
});

function stems(text: string): string {
  return analyze(text)
    .map(({ stem }) => stem)
    .join(" ");
}
