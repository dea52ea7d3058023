import { Database } from "bun:sqlite";
import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isInTitle, TITLE_START } from "../../../search/fulltext/sqlite/postings/pending.ts";
import {
  BLOCK_DOCUMENTS,
  documentOf,
  numbersOf,
  positionOf,
} from "../../../search/fulltext/sqlite/postings/read-postings.ts";

const TABLES = `
  CREATE TABLE documents (id INTEGER PRIMARY KEY, boi_id TEXT NOT NULL);
  CREATE VIRTUAL TABLE texts USING fts5 (titre, texte, content = '', tokenize = "ascii tokenchars '-'")`;

interface Stems {
  readonly title: string[];
  readonly text: string[];
}

/** Path of a table of FTS5 over the stems of an embedded index, which is written beside it the first time it is asked for. */
export function fts5Beside(dataDir: string): string {
  const path = join(dataDir, "fts5.sqlite");
  if (!existsSync(path)) {
    // What a bench that was interrupted left.
    rmSync(`${path}.part`, { force: true });
    writeFts5(join(dataDir, "fulltext.sqlite"), `${path}.part`);
    renameSync(`${path}.part`, path);
  }
  return path;
}

function writeFts5(index: string, path: string): void {
  const [source, target] = [new Database(index, { readonly: true }), new Database(path)];
  target.run("PRAGMA journal_mode = OFF");
  target.run(TABLES);
  target.run("BEGIN");
  for (const row of source
    .query<{ id: number; boi_id: string }, []>("SELECT id, boi_id FROM documents")
    .all())
    target.query("INSERT INTO documents VALUES (?, ?)").run(row.id, row.boi_id);
  for (const { block } of source.query<{ block: number }, []>("SELECT block FROM lengths").all())
    for (const [id, { title, text }] of [...readStems(source, block)].sort(([one], [other]) => one - other))
      target
        .query("INSERT INTO texts (rowid, titre, texte) VALUES (?, ?, ?)")
        .run(id, title.join(" "), text.join(" "));
  target.run("INSERT INTO texts (texts) VALUES ('optimize')");
  target.run("COMMIT");
  target.close();
  source.close();
}

/** By document: the stems of a block, in their places. */
function readStems(source: Database, block: number): Map<number, Stems> {
  const rows = source.query<{ term: string; entries: Uint8Array }, [number]>(
    "SELECT term, entries FROM postings WHERE field = 'position' AND block = ?",
  );
  const documents = new Map<number, Stems>();
  for (const { term, entries } of rows.iterate(block)) {
    for (const entry of numbersOf(entries)) {
      const id = documentOf(entry, block * BLOCK_DOCUMENTS);
      const stems = documents.get(id) ?? { title: [], text: [] };
      const position = positionOf(entry);
      if (isInTitle(position)) stems.title[position - TITLE_START] = term;
      else stems.text[position] = term;
      documents.set(id, stems);
    }
  }
  return documents;
}
