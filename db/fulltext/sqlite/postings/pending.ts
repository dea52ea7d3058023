import type { Database } from "bun:sqlite";
import type { Field } from "../schema.ts";
import { beginningsOf } from "./beginnings.ts";
import { blockOf, bytesOf, entryOf } from "./entry.ts";
import { MOST_POSITIONS, TEXT_START, TITLE_START } from "./position.ts";

const APPEND = `
  INSERT INTO postings (field, term, block, entries) VALUES (?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET entries = CAST(entries || excluded.entries AS BLOB)`;

/** Postings of new documents, gathered by term until they are written, block after block. */
export class PendingPostings {
  private readonly fields = new Map<Field, Map<string, number[]>>();
  private block = 0;

  constructor(private readonly database: Database) {}

  /** @param id that of the document, or above it for the next one. @param terms each once. */
  add(id: number, field: Field, terms: Iterable<string>): void {
    const entry = entryOf(id, 1);
    const entries = this.entriesAt(id, field);
    for (const term of terms) post(entries, term, entry);
  }

  /** Likewise, with how many times the document holds each. */
  addCounted(id: number, field: Field, counts: ReadonlyMap<string, number>): void {
    const entries = this.entriesAt(id, field);
    counts.forEach((count, term) => {
      post(entries, term, entryOf(id, count));
    });
  }

  /** Of a whole document, where it holds each stem. */
  addPositions(id: number, titleStems: readonly string[], textStems: readonly string[]): void {
    const entries = this.entriesAt(id, "position");
    for (const [stems, first] of [
      [textStems, TEXT_START],
      [titleStems, TITLE_START],
    ] as const) {
      const end = Math.min(stems.length, MOST_POSITIONS);
      for (let rank = 0; rank < end; rank++) post(entries, stems[rank] ?? "", entryOf(id, first + rank));
    }
  }

  /** Writes what was gathered after what its block holds already. */
  write(): void {
    for (const [field, entries] of this.fields) {
      const terms = [...entries].sort(([one], [other]) => (one < other ? -1 : 1));
      this.append(field, terms);
      if (field === "word") this.append("beginning", beginningsOf(terms));
    }
    this.fields.clear();
  }

  private append(field: Field, terms: Iterable<readonly [term: string, entries: readonly number[]]>): void {
    const statement = this.database.query(APPEND);
    for (const [term, entries] of terms)
      statement.run(field, term, this.block, bytesOf(new Uint32Array(entries)));
  }

  private entriesAt(id: number, field: Field): Map<string, number[]> {
    const block = blockOf(id);
    if (block !== this.block) this.write();
    this.block = block;
    const entries = this.fields.get(field) ?? new Map<string, number[]>();
    this.fields.set(field, entries);
    return entries;
  }
}

function post(entries: Map<string, number[]>, term: string, entry: number): void {
  const held = entries.get(term);
  if (held === undefined) entries.set(term, [entry]);
  else held.push(entry);
}
