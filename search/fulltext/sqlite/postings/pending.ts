import type { Database } from "bun:sqlite";
import { type Field, postingsTables, SHORT_PREFIX_LENGTHS } from "../schema.ts";
import { OR_ADD, SealChanges } from "../seals/changes.ts";
import { sealOfEntries } from "../seals/read-seals.ts";
import {
  BLOCK_DOCUMENTS,
  blockOf,
  bytesOf,
  countOf,
  documentOf,
  entryOf,
  type PostingList,
} from "./read-postings.ts";

/** Clause of an INSERT into a table of postings, for a term that the block already has. */
const OR_APPEND = "ON CONFLICT DO UPDATE SET entries = CAST(entries || excluded.entries AS BLOB)";

const appendTo = (schema: string) => `
  INSERT INTO ${schema}.postings (field, term, block, entries) VALUES (?, ?, ?, ?) ${OR_APPEND}`;

/** Postings of new documents, by term, until written: at the end of their block, or earlier when there are many. */
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

  /** `id`: the current document's number, or a higher one for the next. `terms` are distinct. */
  add(id: number, field: Field, terms: Iterable<string>): void {
    const entry = entryOf(id, 1);
    const entries = this.entriesAt(id, field);
    for (const term of terms) entries.add(term, entry);
  }

  /** `add` with the number of occurrences of each term. */
  addCounted(id: number, field: Field, counts: ReadonlyMap<string, number>): void {
    const entries = this.entriesAt(id, field);
    counts.forEach((count, term) => {
      entries.add(term, entryOf(id, count));
    });
  }

  /** `add` with the positions of each stem. */
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

type Entries = readonly [term: string, entries: Uint32Array];

/** Postings of short prefixes, from the sorted postings of the words in one block. */
function* beginningsOf(words: readonly Entries[]): Generator<Entries> {
  for (const length of SHORT_PREFIX_LENGTHS) {
    const long = words.filter(([word]) => word.length >= length);
    for (let start = 0, end = 0; start < long.length; start = end) {
      const beginning = beginningAt(long, start, length);
      while (end < long.length && beginningAt(long, end, length) === beginning) end += 1;
      yield [beginning, holdersOf(long.slice(start, end))];
    }
  }
}

function beginningAt(words: readonly Entries[], at: number, length: number): string {
  return words[at]?.[0].slice(0, length) ?? "";
}

/** One entry for each document that contains one of several words. */
function holdersOf(words: readonly Entries[]): Uint32Array {
  const merged = mergeEntries(words.map(([, entries]) => entries));
  return merged.map((entry) => entryOf(documentOf(entry, 0), 1));
}

const FIRST_CAPACITY = 1_024;
/** Positions of some 500 documents, in 8 MB: with four times as many, the total takes a tenth less time. */
const ENOUGH = 2 ** 20;

/** Entries of a field's terms, in arrival order: two numbers each, whatever the number of terms. */
class GatheredEntries {
  private readonly ranks = new Map<string, number>();
  private terms = new Uint32Array(FIRST_CAPACITY);
  private entries = new Uint32Array(FIRST_CAPACITY);
  private length = 0;

  /** Whether to write them before adding more. */
  get isFull(): boolean {
    return this.length >= ENOUGH;
  }

  add(term: string, entry: number): void {
    let rank = this.ranks.get(term);
    if (rank === undefined) {
      rank = this.ranks.size;
      this.ranks.set(term, rank);
    }
    if (this.length === this.entries.length) this.grow();
    this.terms[this.length] = rank;
    this.entries[this.length++] = entry;
  }

  byTerm(): [term: string, entries: Uint32Array][] {
    const ends = this.ends();
    const sorted = new Uint32Array(this.length);
    const starts = ends.slice();
    for (let at = this.length - 1; at >= 0; at--) {
      const rank = this.terms[at] ?? 0;
      const start = (starts[rank] ?? 0) - 1;
      starts[rank] = start;
      sorted[start] = this.entries[at] ?? 0;
    }
    return [...this.ranks]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([term, rank]) => [term, sorted.subarray(starts[rank], ends[rank])]);
  }

  clear(): void {
    this.ranks.clear();
    this.length = 0;
  }

  /** By rank of a term: total number of entries up to and including it. */
  private ends(): Uint32Array {
    const ends = new Uint32Array(this.ranks.size);
    for (let at = 0; at < this.length; at++) {
      const rank = this.terms[at] ?? 0;
      ends[rank] = (ends[rank] ?? 0) + 1;
    }
    for (let rank = 1; rank < ends.length; rank++) ends[rank] = (ends[rank] ?? 0) + (ends[rank - 1] ?? 0);
    return ends;
  }

  private grow(): void {
    this.terms = doubled(this.terms);
    this.entries = doubled(this.entries);
  }
}

function doubled(numbers: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const grown = new Uint32Array(2 * numbers.length);
  grown.set(numbers);
  return grown;
}

/** The text's stems by rank, then the title's. The position before each is never used: no phrase extends across. */
const TEXT_START = 0;
export const TITLE_START = 2 ** 19;

/** Per text or title, some 3 MB of words: later words are found individually, but not in phrases. */
export const MOST_POSITIONS = TITLE_START - 1;

export function isInTitle(position: number): boolean {
  return position >= TITLE_START;
}

/** Merges the postings of terms into those of one: each document once, with its total number of occurrences. */
export function asOneTerm(lists: readonly PostingList[]): PostingList[] {
  return [...Map.groupBy(lists, ({ first }) => first)].map(([first, held]) => ({
    term: held[0]?.term ?? "",
    first,
    entries: mergeEntries(held.map(({ entries }) => entries)),
  }));
}

/** `asOneTerm` for the entries of several terms in one block. */
function mergeEntries(held: readonly Uint32Array[]): Uint32Array {
  const [one] = held;
  if (one !== undefined && held.length === 1) return one;
  const counts = new Uint32Array(BLOCK_DOCUMENTS);
  let documents = 0;
  for (const entries of held) documents += addCounts(entries, counts);
  const merged = new Uint32Array(documents);
  for (let place = 0, at = 0; at < documents; place++) {
    const count = counts[place] ?? 0;
    if (count > 0) merged[at++] = entryOf(place, count);
  }
  return merged;
}

/** Adds up counts; returns the number of documents that had none yet. */
function addCounts(entries: Uint32Array, counts: Uint32Array): number {
  let documents = 0;
  for (let at = 0; at < entries.length; at++) {
    const entry = entries[at] ?? 0;
    const place = documentOf(entry, 0);
    const count = counts[place] ?? 0;
    if (count === 0) documents += 1;
    counts[place] = count + countOf(entry);
  }
  return documents;
}

/** A database attached while an index is filled: its postings and their seals are staged there to be sorted. */
export const GATHERED = "gathered";

const sort = (table: string, onConflict: string) => `
  INSERT INTO main.${table} SELECT * FROM ${GATHERED}.${table} WHERE true ORDER BY field, term, block ${onConflict}`;
const SORT = [sort("postings", OR_APPEND), sort("seals", OR_ADD)];
const EMPTY = ["postings", "seals"].map((table) => `DELETE FROM ${GATHERED}.${table}`);

/**
 * Attaches the staging file of a filling, outside any transaction. Blocks are filled one after the other, and SQLite
 * stores rows as they come: the rows of a term would be scattered, and take four times as long to read.
 */
export function attachGathered(database: Database, file: string): void {
  database.query(`ATTACH DATABASE ? AS ${GATHERED}`).run(file);
  database.run(`PRAGMA ${GATHERED}.journal_mode = OFF`);
  database.run(`PRAGMA ${GATHERED}.synchronous = OFF`);
  database.run(postingsTables(GATHERED));
}

/** Writes the staged rows into the index, with the blocks of each term side by side. */
export function sortGathered(database: Database): void {
  for (const statement of [...SORT, ...EMPTY]) database.run(statement);
}
