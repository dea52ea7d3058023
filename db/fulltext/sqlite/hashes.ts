import type { Database } from "bun:sqlite";
import { BLOCK_DOCUMENTS, documentOf, numbersOf } from "./postings/entry.ts";
import { readCollection } from "./postings/lengths.ts";
import { MOST_POSITIONS } from "./postings/position.ts";
import { isCurrent } from "./schema.ts";

/** FTS5 keeps one `docsize` row for each row of its tables (sqlite.org/fts5.html, "External Content and Contentless Tables"). */
const DOCUMENTS = `
  SELECT id, boi_id AS boiId, hash, id IN (SELECT id FROM titles_docsize) AS hasTitle FROM documents`;
const STRAYS = "SELECT id FROM titles_docsize WHERE id NOT IN (SELECT id FROM documents) LIMIT 1";
const POSITIONS = "SELECT block, entries FROM postings WHERE field = 'position'";

interface Row {
  readonly id: number;
  readonly boiId: string;
  readonly hash: string;
  readonly hasTitle: 0 | 1;
}

/**
 * Hash of every document that the index holds, by identifier; "" for one whose title or some of whose words are not there.
 * An index with documents that nothing names counts as empty: searches would count them, and only a new one is rid of them.
 */
export function readHashes(database: Database): Map<string, string> {
  if (!isCurrent(database) || database.query(STRAYS).get() !== null) return new Map();
  const { lengths, documents, capacity } = readCollection(database);
  const rows = database.query<Row, []>(DOCUMENTS).all();
  if (documents > rows.filter(({ id }) => (lengths[id] ?? 0) > 0).length) return new Map();
  const positions = countPositions(database, capacity);
  const isWhole = ({ id, hasTitle }: Row) => {
    const length = lengths[id] ?? 0;
    return hasTitle === 1 && length > 0 && (positions[id] ?? 0) >= Math.min(length - 1, MOST_POSITIONS);
  };
  return new Map(rows.map((row) => [row.boiId, isWhole(row) ? row.hash : ""]));
}

/** By a document's number. */
function countPositions(database: Database, capacity: number): Uint32Array {
  const counts = new Uint32Array(capacity);
  for (const { block, entries } of database
    .query<{ block: number; entries: Uint8Array }, []>(POSITIONS)
    .iterate())
    addCounts(numbersOf(entries), block * BLOCK_DOCUMENTS, counts);
  return counts;
}

function addCounts(entries: Uint32Array, first: number, counts: Uint32Array): void {
  for (let at = 0; at < entries.length; at++) {
    const id = documentOf(entries[at] ?? 0, first);
    counts[id] = (counts[id] ?? 0) + 1;
  }
}
