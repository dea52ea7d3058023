import type { Database } from "bun:sqlite";
import type { Field } from "../schema.ts";
import { SealChanges } from "../seals/changes.ts";
import { sealOfEntries } from "../seals/seal.ts";
import { beginningsOf } from "./beginnings.ts";
import { blockOf, bytesOf, entryOf } from "./entry.ts";
import { GatheredEntries } from "./gathered.ts";
import { MOST_POSITIONS, TEXT_START, TITLE_START } from "./position.ts";

/** Clause of an INSERT into a table of postings, for a term that the block already has. */
export const OR_APPEND = "ON CONFLICT DO UPDATE SET entries = CAST(entries || excluded.entries AS BLOB)";

const appendTo = (schema: string) => `
  INSERT INTO ${schema}.postings (field, term, block, entries) VALUES (?, ?, ?, ?) ${OR_APPEND}`;

/**
 * Postings of new documents, gathered by term until written: at the end of their block, or earlier when there are
 * many.
 */
export class PendingPostings {
  private readonly fields = new Map<Field, GatheredEntries>();
  private readonly seals: SealChanges;
  private block = 0;

  /** @param schema database of the tables to write. */
  constructor(
    private readonly database: Database,
    private readonly schema = "main",
  ) {
    this.seals = new SealChanges(database, schema);
  }

  /**
   * @param id the current document's number, or a higher one for the next document.
   * @param terms distinct.
   */
  add(id: number, field: Field, terms: Iterable<string>): void {
    const entry = entryOf(id, 1);
    const entries = this.entriesAt(id, field);
    for (const term of terms) entries.add(term, entry);
  }

  /** The same with the number of occurrences of each term. */
  addCounted(id: number, field: Field, counts: ReadonlyMap<string, number>): void {
    const entries = this.entriesAt(id, field);
    counts.forEach((count, term) => {
      entries.add(term, entryOf(id, count));
    });
  }

  /** The same with the positions of each stem. */
  addPositions(id: number, titleStems: readonly string[], textStems: readonly string[]): void {
    const entries = this.entriesAt(id, "position");
    const addFrom = (first: number, stems: readonly string[]) => {
      const end = Math.min(stems.length, MOST_POSITIONS);
      for (let rank = 0; rank < end; rank++) entries.add(stems[rank] ?? "", entryOf(id, first + rank));
    };
    addFrom(TEXT_START, textStems);
    addFrom(TITLE_START, titleStems);
  }

  /** Appends the gathered postings to those of the block. */
  write(): void {
    for (const [field, entries] of this.fields) {
      const terms = entries.byTerm();
      this.append(field, terms);
      if (field === "word") this.append("beginning", beginningsOf(terms));
      entries.clear();
    }
  }

  private append(field: Field, terms: Iterable<readonly [term: string, entries: Uint32Array]>): void {
    const { block } = this;
    const statement = this.database.query(appendTo(this.schema));
    for (const [term, entries] of terms) {
      statement.run(field, term, block, bytesOf(entries));
      const key = { field, term, block };
      this.seals.add(key, sealOfEntries(key, entries));
    }
  }

  private entriesAt(id: number, field: Field): GatheredEntries {
    const entries = this.fields.get(field) ?? new GatheredEntries();
    this.fields.set(field, entries);
    const block = blockOf(id);
    if (block !== this.block || entries.isFull) this.write();
    this.block = block;
    return entries;
  }
}
