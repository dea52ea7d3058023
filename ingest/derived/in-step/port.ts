import type { DerivedStore } from "../../../db/ingestion/derived/indexing.ts";
import { UNDONE } from "../../../db/runs/view.ts";
import type { RunCounts } from "../../../db/schema/ingestion.ts";

/** The mark of each entry in a store, by the entry's identity; "" for an incomplete entry. */
export type Marks = ReadonlyMap<string, string>;

/** A derived store, as `bringInStep` knows it: what it must contain, what it contains, and how to write to it. */
export interface DerivedIndex<Entry> {
  /** The operator's French name for its entries, in the plural: `documents`, `passages`. */
  readonly unit: string;
  /** Entries per `upsert`. */
  readonly batchSize: number;
  /** Entries to write or remove, as a share of those required, above which a rebuild is faster. */
  readonly breakEven: number;
  /** Every entry that it must contain, by identity. */
  wanted(): Promise<ReadonlyMap<string, Entry>>;
  markOf(entry: Entry): string;
  /** The document of an entry, by its identity and its mark. */
  documentOf(id: string, mark: string): string;
  /** Removes what interrupted processes left unseen; then no request of theirs is pending in the store. */
  removeLeftovers(): Promise<void>;
  /** The live content; null when there is none, and the store must be refilled whatever it should contain. */
  held(): Promise<Marks | null>;
  /** Writes into the live store. */
  write(work: (writer: EntryWriter<Entry>) => Promise<void>): Promise<void>;
  /** Fills a new store, which replaces the live one once `fill` is done. When `fill` fails the live one stays. */
  rebuild(fill: (writer: EntryWriter<Entry>) => Promise<void>): Promise<void>;
}

/** Writes entries into a store, live or new. */
export interface EntryWriter<Entry> {
  /** The store's content once everything given is applied. */
  held(): Promise<Marks>;
  /** Adds or replaces entries; a server may apply them later. */
  upsert(entries: readonly Entry[]): Promise<void>;
  /** Removes entries by identity, possibly later too; unknown ones are ignored. */
  remove(identities: readonly string[]): Promise<void>;
  /** Resolves once everything given is applied; `onWait`, called from time to time meanwhile, may throw to end it. */
  settle(onWait: () => Promise<void>): Promise<void>;
  /** How many of the entries given to `upsert` are known to be applied. */
  applied(): number;
}

interface StoreNames {
  /** The operator's name for the store, at the start of a sentence. */
  readonly label: string;
  /** The operator's name for its entries, in the plural. */
  readonly unit: string;
  /** The run's counter of entries written, if any. */
  readonly written: keyof RunCounts | null;
  /** The run's counter of entries left to write. */
  readonly undone: keyof RunCounts;
}

/** Names and counters of each derived store. */
export const NAMES: Readonly<Record<DerivedStore, StoreNames>> = {
  fulltext: {
    label: "L'index plein texte",
    unit: "textes",
    written: "indexed",
    undone: UNDONE.fulltext,
  },
  postings: { label: "L'index des racines", unit: "documents", written: null, undone: UNDONE.postings },
  vectors: { label: "L'index vectoriel", unit: "passages", written: null, undone: UNDONE.vectors },
};

/** The identities of the entries by which a store differs from what it must contain. */
export interface Lag {
  /** Missing entries. */
  readonly added: readonly string[];
  /** Entries that are outdated or incomplete. */
  readonly changed: readonly string[];
  /** Entries to remove. */
  readonly extra: readonly string[];
}

/** How many entries of a lag have been made up for. */
export interface Applied {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

/** @param wanted the mark that each required entry must have. */
export function lagOf(wanted: Marks, held: Marks): Lag {
  const differing = [...wanted].filter(([id, mark]) => held.get(id) !== mark).map(([id]) => id);
  return {
    added: differing.filter((id) => !held.has(id)),
    changed: differing.filter((id) => held.has(id)),
    extra: [...held.keys()].filter((id) => !wanted.has(id)),
  };
}

/** Entries to add, replace or remove. */
export function sizeOf({ added, changed, extra }: Lag): number {
  return added.length + changed.length + extra.length;
}

/** @param held the store's content after the update. */
export function appliedOf({ added, changed, extra }: Lag, wanted: Marks, held: Marks): Applied {
  const isApplied = (id: string) => held.get(id) === wanted.get(id);
  return {
    added: added.filter(isApplied).length,
    changed: changed.filter(isApplied).length,
    removed: extra.filter((id) => !held.has(id)).length,
  };
}
