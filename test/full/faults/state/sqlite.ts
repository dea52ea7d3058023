import { Database } from "bun:sqlite";
import { realpathSync } from "node:fs";
import {
  BLOCK_DOCUMENTS,
  countOf,
  documentOf,
  numbersOf,
} from "../../../../search/fulltext/sqlite/postings/read-postings.ts";
import type { Lines } from "./lines.ts";

/** Every document of an embedded index, with hashes of all its indexed data. */
export function dumpSqlite(path: string): Lines {
  const database = new Database(realpathSync(path), { readonly: true, strict: true });
  try {
    const documents = database
      .query<{ id: number; boi_id: string; hash: string; titre: string }, []>("SELECT * FROM documents")
      .all();
    const [postings, titles] = [readPostings(database), readTitles(database)];
    const known = new Set(documents.map(({ id }) => id));
    const strays = [...postings.keys(), ...titles.keys()].filter((id) => !known.has(id));
    return [
      ...strays.map(() => "words of no document"),
      ...documents.map(({ id, boi_id, hash, titre }) =>
        [boi_id, hash, titre, hashOf(postings.get(id)), hashOf(titles.get(id))].join(" "),
      ),
    ].sort();
  } finally {
    database.close();
  }
}

/** By document: fields, terms, and how many times or where they occur, in a fixed order. */
function readPostings(database: Database): Map<number, string[]> {
  const held = new Map<number, string[]>();
  const rows = database
    .query<{ field: string; term: string; block: number; entries: Uint8Array }, []>(
      "SELECT field, term, block, entries FROM postings ORDER BY field, term, block",
    )
    .iterate();
  for (const { field, term, block, entries } of rows) {
    for (const entry of numbersOf(entries)) {
      const id = documentOf(entry, block * BLOCK_DOCUMENTS);
      hold(held, id, `${field} ${term} ${countOf(entry)}`);
    }
  }
  return held;
}

/** By document: trigrams of its title and their places. */
function readTitles(database: Database): Map<number, string[]> {
  database.run("CREATE VIRTUAL TABLE temp.trigrams USING fts5vocab(main, titles, instance)");
  const held = new Map<number, string[]>();
  const rows = database
    .query<{ doc: number; trigram: string }, []>(
      "SELECT doc, term || ' ' || offset AS trigram FROM temp.trigrams ORDER BY doc, term, offset",
    )
    .iterate();
  for (const { doc, trigram } of rows) hold(held, doc, trigram);
  return held;
}

function hold(held: Map<number, string[]>, id: number, line: string): void {
  const lines = held.get(id);
  if (lines === undefined) held.set(id, [line]);
  else lines.push(line);
}

function hashOf(lines: readonly string[] | undefined): string {
  return lines === undefined ? "nothing" : Bun.hash(lines.join("\n")).toString(36);
}
