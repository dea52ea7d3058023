import type { Database } from "bun:sqlite";
import { damaged } from "./damage.ts";
import { assertSealed, readSeals } from "./seals/read-seals.ts";
import { type Seal, type SealKey, sealOfContent } from "./seals/seal.ts";

const BY_NAME = "SELECT id FROM documents WHERE boi_id = ?";
const SEALED_NUMBER = "SELECT block AS id FROM seals WHERE field = 'document' AND term = ?";
/** The key of a document's seal includes both its identifier and its number. */
const NAMES = `
  SELECT id, boi_id AS boiId,
    EXISTS (SELECT 1 FROM seals WHERE field = 'document' AND term = boi_id AND block = id) AS isSealed
  FROM documents WHERE id IN (SELECT value FROM json_each(?))`;
/** Through the index of identifiers, which searches also use. */
const EVERY = `
  SELECT boi_id AS term, id AS block, hash, titre, debut, fin FROM documents
  INDEXED BY sqlite_autoindex_documents_1 ORDER BY boi_id`;

/** A document's row, without its search terms. */
interface DocumentContent {
  readonly hash: string;
  readonly titre: string;
  /** First and last day in force, in days since 1970. */
  readonly debut: number | null;
  readonly fin: number | null;
}

interface Row extends DocumentContent {
  readonly term: string;
  readonly block: number;
}

export function keyOfDocument(id: number, boiId: string): SealKey {
  return { field: "document", term: boiId, block: id };
}

export function sealOfDocument(key: SealKey, { hash, titre, debut, fin }: DocumentContent): Seal {
  return sealOfContent(key, JSON.stringify([hash, titre, debut, fin]));
}

/**
 * Number of a document, from its identifier; null when the index does not have it.
 * @throws {StoreDamaged}
 */
export function numberOf(database: Database, boiId: string): number | null {
  const find = (sql: string) => database.query<{ id: number }, [string]>(sql).get(boiId)?.id ?? null;
  const id = find(BY_NAME);
  if (id !== find(SEALED_NUMBER)) throw damaged();
  return id;
}

/**
 * Identifiers of documents, by number.
 * @throws {StoreDamaged}
 */
export function namesOf(database: Database, ids: readonly number[]): Map<number, string> {
  const rows = database
    .query<{ id: number; boiId: string; isSealed: 0 | 1 }, [string]>(NAMES)
    .all(JSON.stringify(ids));
  if (rows.length !== ids.length || rows.some(({ isSealed }) => isSealed === 0)) throw damaged();
  return new Map(rows.map(({ id, boiId }) => [id, boiId]));
}

/** Hash of every document, by identifier. @throws {StoreDamaged} */
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
