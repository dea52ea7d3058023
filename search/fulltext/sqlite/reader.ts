import type { FullTextReader } from "../port.ts";
import { FORMER_QUERIES } from "./former/queries.ts";
import { LiveFile, type OpenIndex } from "./live-file.ts";
import { type IndexQueries, POSTINGS_QUERIES } from "./queries.ts";

/**
 * Reader of the full-text index at `path` (SQLite). The file may be written meanwhile, replaced, or missing: methods
 * then reject with EngineUnavailable until it exists, and with StoreDamaged where it does not contain what was
 * written.
 */
export function openSqliteReader(path: string): FullTextReader {
  const file = new LiveFile(path);
  const read = <Result>(ask: (queries: IndexQueries, open: OpenIndex) => Result): Promise<Result> =>
    Promise.try(() => file.read((open) => ask(open.isFormer ? FORMER_QUERIES : POSTINGS_QUERIES, open)));
  return {
    search: (request) => read((queries, open) => queries.search(open, request)),
    count: (query, filter, editions) => read((queries, open) => queries.count(open, query, filter, editions)),
    facets: (query, filter, editions) =>
      read((queries, open) => queries.facets(open, query, filter, editions)),
    wordsBeginning: (letters) => read((queries, { database }) => queries.wordsBeginning(database, letters)),
    suggest: (text, limit) => read((queries, { database }) => queries.suggest(database, text, limit)),
    ping: () => read((_, { database }) => void database.query("SELECT id FROM documents LIMIT 1").get()),
    close: async () => file.close(),
  };
}
