import { Database } from "bun:sqlite";
import { realpathSync } from "node:fs";
import type { Lines } from "./lines.ts";

/** Every document of an FTS5 index, with a hash of all the words of it that the index holds, in their places. */
export function dumpSqlite(path: string): Lines {
  const database = new Database(realpathSync(path), { readonly: true, strict: true });
  try {
    const documents = database
      .query<{ id: number; boi_id: string; hash: string; titre: string }, []>("SELECT * FROM documents")
      .all();
    const [texts, titles] = ["texts", "titles"].map((table) => readWords(database, table));
    const known = new Set(documents.map(({ id }) => id));
    const strays = [...(texts?.keys() ?? []), ...(titles?.keys() ?? [])].filter((id) => !known.has(id));
    return [
      ...strays.map(() => "words of no document"),
      ...documents.map(({ id, boi_id, hash, titre }) =>
        [boi_id, hash, titre, texts?.get(id), titles?.get(id)].join(" "),
      ),
    ].sort();
  } finally {
    database.close();
  }
}

/** By row: a hash of its words, columns and places. */
function readWords(database: Database, table: string): Map<number, string> {
  database.run(`CREATE VIRTUAL TABLE temp.words_of_${table} USING fts5vocab(main, ${table}, instance)`);
  const words = database
    .query<{ doc: number; place: string }, []>(
      `SELECT doc, group_concat(term || ' ' || col || ' ' || offset, char(10)) AS place
       FROM (SELECT * FROM temp.words_of_${table} ORDER BY doc, term, col, offset) GROUP BY doc`,
    )
    .all();
  return new Map(words.map(({ doc, place }) => [doc, Bun.hash(place).toString(36)]));
}
