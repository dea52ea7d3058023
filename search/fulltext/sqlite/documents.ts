import type { Database } from "bun:sqlite";
import { documentOfEntry } from "../../../db/engine/dated-texts.ts";
import { damaged } from "./live-file.ts";
import { assertSealed, readSeals, type Seal, type SealKey, sealOfContent } from "./seals/read-seals.ts";

/** The entries of a document: its identifier, alone or before the start of a past text (`../editions.ts`). */
const ofDocument = (column: string) =>
  `(${column} = $boiId OR ${column} > $boiId || '_' AND ${column} < $boiId || '_~')`;
const BY_NAME = `SELECT id FROM documents WHERE ${ofDocument("boi_id")} ORDER BY boi_id`;
const SEALED_NUMBERS = `
  SELECT block AS id FROM seals WHERE field = 'document' AND ${ofDocument("term")} ORDER BY term`;
const BY_ENTRY = "SELECT id FROM documents WHERE boi_id = ?";
/** The key of a document's seal includes both its identifier and its number. */
const NAMES = `
  SELECT id, boi_id AS entry,
    EXISTS (SELECT 1 FROM seals WHERE field = 'document' AND term = boi_id AND block = id) AS isSealed
  FROM documents WHERE id IN (SELECT value FROM json_each(?))`;
/** Through the index of identifiers, which searches also use. */
const EVERY = `
  SELECT boi_id AS term, id AS block, hash, titre FROM documents
  INDEXED BY sqlite_autoindex_documents_1 ORDER BY boi_id`;

interface DocumentContent {
  readonly hash: string;
  readonly titre: string;
}

interface Row extends DocumentContent {
  readonly term: string;
  readonly block: number;
}

export function keyOfDocument(id: number, entry: string): SealKey {
  return { field: "document", term: entry, block: id };
}

export function sealOfDocument(key: SealKey, { hash, titre }: DocumentContent): Seal {
  return sealOfContent(key, JSON.stringify([hash, titre]));
}

/** Number of the text of an entry; undefined when the index does not have it. */
export function numberOf(database: Database, entry: string): number | undefined {
  return database.query<{ id: number }, [string]>(BY_ENTRY).get(entry)?.id;
}

/** Numbers of the texts of a document. @throws {StoreDamaged} */
export function numbersOf(database: Database, boiId: string): number[] {
  const find = (sql: string) =>
    database
      .query<{ id: number }, { boiId: string }>(sql)
      .all({ boiId })
      .map(({ id }) => id);
  const ids = find(BY_NAME);
  if (!Bun.deepEquals(ids, find(SEALED_NUMBERS))) throw damaged();
  return ids;
}

/** The document of each text, by number. @throws {StoreDamaged} */
export function namesOf(database: Database, ids: readonly number[]): Map<number, string> {
  const rows = database
    .query<{ id: number; entry: string; isSealed: 0 | 1 }, [string]>(NAMES)
    .all(JSON.stringify(ids));
  if (rows.length !== ids.length || rows.some(({ isSealed }) => isSealed === 0)) throw damaged();
  return new Map(rows.map(({ id, entry }) => [id, documentOfEntry(entry)]));
}

/** Hash of every text, by entry. @throws {StoreDamaged} */
export function readDocumentHashes(database: Database): Map<string, string> {
  const rows = database.query<Row, []>(EVERY).all();
  assertSealed(
    "document",
    rows,
    readSeals(database, "field = $field", { field: "document" }),
    sealOfDocument,
  );
  return new Map(rows.map(({ term, hash }) => [term, hash]));
}
