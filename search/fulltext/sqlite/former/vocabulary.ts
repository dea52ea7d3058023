import type { Database } from "bun:sqlite";

/** The terms of `texts`, by column; a table of this connection alone, that holds nothing (sqlite.org/fts5.html, "The fts5vocab Virtual Table Module"). */
const TABLE = "CREATE VIRTUAL TABLE IF NOT EXISTS temp.vocabulary USING fts5vocab (main, texts, col)";
const WORDS = "SELECT term, doc FROM temp.vocabulary WHERE term >= $first AND term < $last AND col = 'mots'";
/** After every letter that a folded word holds. */
const LAST = "\u{10ffff}";

/** Words of the documents that begin with some letters, each with how many documents hold it. */
export function wordsBeginning(database: Database, letters: string): Map<string, number> {
  database.run(TABLE);
  const rows = database
    .query<{ term: string; doc: number }, { first: string; last: string }>(WORDS)
    .all({ first: letters, last: letters + LAST });
  return new Map(rows.map(({ term, doc }) => [term, doc]));
}
