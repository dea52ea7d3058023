import type { Database } from "bun:sqlite";
import { documentOfEntry } from "../../../db/engine/dated-texts.ts";
import type { QueryNode } from "../query/ast.ts";
import { damaged } from "./live-file.ts";
import { type Days, readDays } from "./parts/days.ts";
import { BLOCK_DOCUMENTS, type Collection, Postings, readCollection } from "./postings/read-postings.ts";
import { assertSealed, readSeals, type Seal, type SealKey, sealOfContent } from "./seals/read-seals.ts";
import { assertTitles } from "./seals/titles.ts";

/** Changes once another connection has written (sqlite.org/pragma.html, "data_version"). */
const VERSION = "PRAGMA data_version";

/** An index at one moment. */
export interface Snapshot {
  readonly database: Database;
  readonly postings: Postings;
  readonly collection: Collection;
  /** By document number: a search accumulates its scores here, the next one clears it. */
  readonly relevance: Float64Array;
  /** By document number, zero between two searches: what its label shares with the query (`matching.ts`). */
  readonly shared: SharedStems;
  /** Those of another file, where this one's texts are compared with its own. */
  readonly rarities: Rarities | null;
  /** The document of each text that a page has shown, by number: read and checked once. */
  readonly names: Map<number, string>;
  /** When each text is in force; read once. @throws {StoreDamaged} */
  readonly days: () => Days;
}

/** Rarity of each part of a query (a node, or a label's stem) in the texts in force, for all files' scores to compare. */
export class Rarities {
  private readonly known = new Map<QueryNode | string, number>();

  /** @param own that of the file, kept if it is the first. */
  of(part: QueryNode | string, own: number): number {
    const known = this.known.get(part) ?? own;
    this.known.set(part, known);
    return known;
  }
}

interface SharedStems {
  readonly rarities: Float64Array;
  readonly counts: Uint16Array;
}

/** Latest snapshot of each connection: at ten times the corpus, lengths take 0.25 ms, a number per document as much. */
const known = new WeakMap<Database, Snapshot & { readonly version: number }>();

const ofSealedTitles = new WeakSet<Snapshot>();

/** Checks the titles against their seals, once per snapshot. @throws {StoreDamaged} */
export function assertSealedTitles(index: Snapshot): void {
  if (ofSealedTitles.has(index)) return;
  assertTitles(index.database);
  ofSealedTitles.add(index);
}

/** Queries an index in one transaction; `database` is a connection that does not write. */
export function inSnapshot<Result>(database: Database, ask: (index: Snapshot) => Result): Result {
  return database.transaction(() => ask(snapshotOf(database)))();
}

function snapshotOf(database: Database): Snapshot {
  const row = database.query<{ data_version: number }, []>(VERSION).get();
  const version = row?.data_version ?? 0;
  const last = known.get(database);
  if (last?.version === version) return last;
  const collection = readCollection(database);
  const postings = new Postings(database, collection.capacity / BLOCK_DOCUMENTS);
  const relevance = new Float64Array(collection.capacity);
  const shared = {
    rarities: new Float64Array(collection.capacity),
    counts: new Uint16Array(collection.capacity),
  };
  let days: Days | null = null;
  const snapshot = {
    version,
    database,
    postings,
    collection,
    relevance,
    shared,
    names: new Map<number, string>(),
    rarities: null,
    days: () => (days ??= readDays(database, collection.capacity)),
  };
  known.set(database, snapshot);
  return snapshot;
}

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

/** The documents of texts, in the order of their numbers here. @throws {StoreDamaged} */
export function namesOf({ database, names }: Snapshot, ids: readonly number[]): string[] {
  const unknown = ids.filter((id) => !names.has(id));
  const rows =
    unknown.length === 0
      ? []
      : database
          .query<{ id: number; entry: string; isSealed: 0 | 1 }, [string]>(NAMES)
          .all(JSON.stringify(unknown));
  for (const { id, entry, isSealed } of rows) if (isSealed === 1) names.set(id, documentOfEntry(entry));
  return ids.map((id) => {
    const name = names.get(id);
    if (name === undefined) throw damaged();
    return name;
  });
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
