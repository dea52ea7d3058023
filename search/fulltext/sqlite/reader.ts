import type { Database } from "bun:sqlite";
import type { FullTextReader } from "../port.ts";
import { FORMER_QUERIES } from "./former/queries.ts";
import { LiveFile } from "./live-file.ts";
import { type IndexQueries, POSTINGS_QUERIES } from "./queries.ts";

/**
 * Reader of the full-text index at `path` (SQLite). The file may be written meanwhile, replaced, or missing: methods
 * then reject with EngineUnavailable until it exists, and with StoreDamaged where it does not contain what was
 * written.
 */
export function openSqliteReader(path: string): FullTextReader {
  const file = new LiveFile(path);
  const read = <Result>(ask: (queries: IndexQueries, database: Database) => Result): Promise<Result> =>
    Promise.try(() =>
      file.read(({ database, isFormer }) => ask(isFormer ? FORMER_QUERIES : POSTINGS_QUERIES, database)),
    );
  return {
    search: (request) => read((queries, database) => queries.search(database, request)),
    count: (query, filter) => read((queries, database) => queries.count(database, query, filter)),
    facets: (query, filter) => read((queries, database) => queries.facets(database, query, filter)),
    wordsBeginning: (letters) => read((queries, database) => queries.wordsBeginning(database, letters)),
    suggest: (text, limit) => read((queries, database) => queries.suggest(database, text, limit)),
    ping: () => read((_, database) => void database.query("SELECT id FROM documents LIMIT 1").get()),
    close: async () => file.close(),
  };
}
