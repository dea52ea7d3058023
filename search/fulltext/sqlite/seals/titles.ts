import type { Database } from "bun:sqlite";
import { damaged } from "../live-file.ts";
import { SealChanges } from "./changes.ts";
import { isSameSeal, readSeals, type Seal, type SealKey, sealOfContents } from "./read-seals.ts";

const KEY: SealKey = { field: "title", term: "", block: 0 };

/** Before a savepoint FTS5 flushes its buffer (its module's « xSavepoint »). */
const WRITE_OUT = ["SAVEPOINT titles", "RELEASE titles"];

/** Where FTS5 stores `titles`. */
const PAGES = "SELECT block FROM titles_data ORDER BY id";
const lines = (columns: string, table: string, order: string) =>
  `SELECT group_concat(concat_ws(' ', ${columns}), char(10)) AS content FROM (SELECT * FROM ${table} ORDER BY ${order})`;
const LISTS = [
  lines("id", "titles_data", "id"),
  lines("segid, hex(term), pgno", "titles_idx", "segid, term"),
  lines("id, hex(sz), origin", "titles_docsize", "id"),
  lines("k, v", "titles_config", "k"),
  // Through the index of identifiers, which suggestions also read.
  lines("id, boi_id, titre", "documents INDEXED BY sqlite_autoindex_documents_1", "boi_id"),
];

/** Seals the titles in their state within the current transaction: some fifteen milliseconds, whatever changed. */
export function sealTitles(database: Database): void {
  for (const statement of WRITE_OUT) database.run(statement);
  new SealChanges(database).set(KEY, sealOfTitles(database));
}

/** @throws {StoreDamaged} when what suggestions read differs from what was sealed. */
export function assertTitles(database: Database): void {
  const [seal] = readSeals(database, "field = $field", { field: KEY.field });
  if (seal === undefined || !isSameSeal(seal, sealOfTitles(database))) throw damaged();
}

function sealOfTitles(database: Database): Seal {
  return sealOfContents(KEY, contentsOf(database));
}

function* contentsOf(database: Database): Generator<Uint8Array | string> {
  for (const { block } of database.query<{ block: unknown }, []>(PAGES).iterate())
    yield block instanceof Uint8Array ? block : String(block);
  for (const list of LISTS) yield database.query<{ content: string | null }, []>(list).get()?.content ?? "";
}
