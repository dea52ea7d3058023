import type { Database } from "bun:sqlite";
import { normOf } from "../bm25.ts";
import { BLOCK_DOCUMENTS, blockOf, bytesOf, numbersOf } from "./entry.ts";

/** In the place of the length of a document that has left, while postings of its are still there. */
const LEFT = 2 ** 32 - 1;

const READ = "SELECT lengths FROM lengths WHERE block = ?";
const READ_ALL = "SELECT block, lengths FROM lengths ORDER BY block";
const WRITE =
  "INSERT INTO lengths (block, lengths) VALUES (?, ?) ON CONFLICT DO UPDATE SET lengths = excluded.lengths";

/** The documents of an index as their weighing takes them. */
export interface Collection {
  /** Above every number that a document of the index has, or had. */
  readonly capacity: number;
  /** By a document's number: how many words its title and text have, plus one; 0 where no document has that number. */
  readonly lengths: Uint32Array;
  /** Likewise: what its length takes from its counts (`bm25.ts`). */
  readonly norms: Float64Array;
  readonly documents: number;
}

/** The documents that the index holds. */
export function readCollection(database: Database): Collection {
  const blocks = readBlocks(database);
  const capacity = ((blocks.at(-1)?.[0] ?? -1) + 1) * BLOCK_DOCUMENTS;
  const lengths = new Uint32Array(capacity);
  for (const [block, bytes] of blocks) lengths.set(numbersOf(bytes), block * BLOCK_DOCUMENTS);
  let [documents, words] = [0, 0];
  for (let id = 0; id < capacity; id++) {
    const length = lengths[id] ?? 0;
    if (length === LEFT) lengths[id] = 0;
    else if (length > 0) {
      documents += 1;
      words += length - 1;
    }
  }
  const norms = new Float64Array(capacity);
  for (let id = 0; id < capacity; id++) norms[id] = normOf((((lengths[id] ?? 1) - 1) * documents) / words);
  return { capacity, lengths, norms, documents };
}

/** Numbers of the documents that have left, and that postings may still name. */
export function readLeft(database: Database): Set<number> {
  const left = new Set<number>();
  for (const [block, bytes] of readBlocks(database)) {
    const lengths = numbersOf(bytes);
    for (let place = 0; place < lengths.length; place++)
      if (lengths[place] === LEFT) left.add(block * BLOCK_DOCUMENTS + place);
  }
  return left;
}

/** Lengths as one transaction changes them. */
export class LengthChanges {
  private readonly blocks = new Map<number, Uint32Array>();

  constructor(private readonly database: Database) {}

  /** @param words how many the title and the text of a document have. */
  set(id: number, words: number): void {
    this.put(id, words + 1);
  }

  leave(id: number): void {
    this.put(id, LEFT);
  }

  /** No posting names the document any more. */
  forget(id: number): void {
    this.put(id, 0);
  }

  write(): void {
    const statement = this.database.query(WRITE);
    for (const [block, lengths] of this.blocks) statement.run(block, bytesOf(lengths));
    this.blocks.clear();
  }

  private put(id: number, value: number): void {
    const block = blockOf(id);
    const lengths = this.blocks.get(block) ?? this.read(block);
    lengths[id % BLOCK_DOCUMENTS] = value;
    this.blocks.set(block, lengths);
  }

  private read(block: number): Uint32Array {
    const row = this.database.query<{ lengths: Uint8Array }, [number]>(READ).get(block);
    return row === null ? new Uint32Array(BLOCK_DOCUMENTS) : numbersOf(row.lengths);
  }
}

function readBlocks(database: Database): [block: number, lengths: Uint8Array][] {
  const rows = database.query<{ block: number; lengths: Uint8Array }, []>(READ_ALL).all();
  return rows.map(({ block, lengths }) => [block, lengths]);
}
