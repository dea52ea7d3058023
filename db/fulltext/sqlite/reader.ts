import type { Database } from "bun:sqlite";
import type { FullTextPage, FullTextReader, FullTextRequest } from "../port.ts";
import { LiveFile } from "./live-file.ts";
import { identifiersOf, matchExpression } from "./match.ts";
import { COLUMN_WEIGHTS } from "./schema.ts";
import { suggestTitles } from "./suggest.ts";
import { wordsBeginning } from "./vocabulary.ts";

/** Above any bm25 of FTS5 (a few tens): puts the document that a query names before all others. */
const NAMED_DOCUMENT_SCORE = 1_000;

/**
 * One statement for the count and the page: what costs is bm25 over the matches, the count comes with it. The
 * left join keeps the total when the page lies beyond the last match.
 */
const SEARCH = `
  WITH matches AS MATERIALIZED (
    SELECT rowid AS id, -bm25(texts, ${COLUMN_WEIGHTS}) AS relevance FROM texts WHERE texts MATCH $expression
  ), page AS (
    SELECT boi_id AS boiId,
      relevance + $bonus * (boi_id IN (SELECT value FROM json_each($identifiers))) AS score
    FROM matches JOIN documents USING (id)
    ORDER BY score DESC, boi_id
    LIMIT $limit OFFSET $offset
  )
  SELECT total, boiId, score FROM (SELECT count(*) AS total FROM matches) LEFT JOIN page
  ORDER BY score DESC, boiId`;

const COUNT = "SELECT count(*) AS total FROM texts WHERE texts MATCH $expression";

interface SearchRow {
  readonly total: number;
  /** Null, as the score, on the one row of an empty page. */
  readonly boiId: string | null;
  readonly score: number | null;
}

interface SearchParameters extends Record<string, string | number> {
  readonly expression: string;
  readonly identifiers: string;
  readonly bonus: number;
  readonly limit: number;
  readonly offset: number;
}

/**
 * Reader of the full-text index at `path` (SQLite FTS5). The file may be written meanwhile, replaced, or
 * missing: methods then reject with EngineUnavailable until it is there.
 */
export function openSqliteReader(path: string): FullTextReader {
  const file = new LiveFile(path);
  return {
    search: async (request) => file.read((database) => search(database, request)),
    count: async (query, domaine) =>
      file.read((database) => count(database, matchExpression(query, domaine))),
    wordsBeginning: async (letters) => file.read((database) => wordsBeginning(database, letters)),
    suggest: async (text, limit) => file.read((database) => suggestTitles(database, text, limit)),
    ping: async () => file.read((database) => void database.query("SELECT id FROM documents LIMIT 1").get()),
    close: async () => file.close(),
  };
}

function search(database: Database, request: FullTextRequest): FullTextPage {
  const rows = database.query<SearchRow, SearchParameters>(SEARCH).all({
    expression: matchExpression(request.query, request.domaine),
    identifiers: JSON.stringify(identifiersOf(request.query)),
    bonus: NAMED_DOCUMENT_SCORE,
    limit: request.limit,
    offset: request.offset,
  });
  const hits = rows.flatMap(({ boiId, score }) =>
    boiId === null || score === null ? [] : [{ boiId, score }],
  );
  return { total: rows[0]?.total ?? 0, hits };
}

function count(database: Database, expression: string): number {
  return database.query<{ total: number }, { expression: string }>(COUNT).get({ expression })?.total ?? 0;
}
