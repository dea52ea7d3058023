import type { StageProgress } from "../../db/schema/ingestion.ts";
import { IngestionFault } from "../journal/fault.ts";

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

/** Observes the procedure. */
export interface Follower {
  /** How many entries the store must have; those it has are not known yet. */
  expects(wanted: number): void;
  /** Before writing: how many entries are right, how many to add, replace or remove, and of how many documents. */
  compared(unchanged: number, remaining: number, documents: number): Promise<void>;
  /** From time to time: how many of the entries to write are known to be applied, if any is. Throwing stops the work. */
  wrote(progress: StageProgress | null): Promise<void>;
  /** After the work, failed or not: how much of it the store then contains. */
  applied(applied: Applied): Promise<void>;
}

/** No observer. */
export const UNFOLLOWED: Follower = {
  expects() {},
  compared: async () => {},
  wrote: async () => {},
  applied: async () => {},
};

/** The store accepted entries that it does not contain. */
export class NotApplied extends IngestionFault {
  override readonly name = "NotApplied";
}

/**
 * Makes a store contain exactly what it must, whatever its state: differences are written into the live store, or else
 * everything into a new one that replaces it. Returns whether it is a new one.
 * @throws {NotApplied} when the store lacks what it accepted; and whatever the store throws.
 */
export async function bringInStep<Entry>(index: DerivedIndex<Entry>, follower: Follower): Promise<boolean> {
  const wanted = await index.wanted();
  follower.expects(wanted.size);
  await index.removeLeftovers();
  const held = await index.held();
  const marks = marksOf(index, wanted);
  const lag = lagOf(marks, held ?? new Map());
  const size = sizeOf(lag);
  const documents = documentsOf(index, lag, marks, held ?? new Map());
  await follower.compared(wanted.size - lag.added.length - lag.changed.length, size, documents);
  if (held !== null && size === 0) return false;
  // Empty: lost, never filled, or made by another version. Readers keep the present one until the swap.
  const isAnew = held === null || held.size === 0 || size >= index.breakEven * wanted.size;
  let seen: Marks = held ?? new Map();
  try {
    await (isAnew ? fillAnew(index, wanted, marks, follower) : fillLive(index, wanted, lag, follower));
  } finally {
    // Measured on the store: a server may apply what it accepts in part, later, or not at all.
    seen = (await index.held().catch(() => null)) ?? seen;
    await follower.applied(appliedOf(lag, marks, seen));
  }
  assertHeld(index.unit, marks, seen);
  return isAnew;
}

type OnWrite = Pick<Follower, "wrote">;

/** Fills a new store beside the live one and swaps them, whatever the live one contains. Returns how many entries. */
export async function rebuildBeside<Entry>(index: DerivedIndex<Entry>): Promise<number> {
  await index.removeLeftovers();
  const wanted = await index.wanted();
  await fillAnew(index, wanted, marksOf(index, wanted), { wrote: async () => {} });
  return wanted.size;
}

function marksOf<Entry>(index: DerivedIndex<Entry>, wanted: ReadonlyMap<string, Entry>): Marks {
  return new Map(wanted.entries().map(([id, entry]) => [id, index.markOf(entry)]));
}

function documentsOf<Entry>(index: DerivedIndex<Entry>, lag: Lag, wanted: Marks, held: Marks): number {
  const written = [...lag.added, ...lag.changed].map((id) => index.documentOf(id, wanted.get(id) ?? ""));
  return new Set([...written, ...lag.extra.map((id) => index.documentOf(id, held.get(id) ?? ""))]).size;
}

/** Entries to find are written before those no longer to be found are removed. */
async function fillLive<Entry>(
  index: DerivedIndex<Entry>,
  wanted: ReadonlyMap<string, Entry>,
  { added, changed, extra }: Lag,
  follower: OnWrite,
): Promise<void> {
  const entries = [...added, ...changed].flatMap((id) => wanted.get(id) ?? []);
  await index.write((writer) => writeAll(index, writer, { entries, extra }, follower));
}

/** @throws {NotApplied} before readers see the new store, when it lacks what it was given */
async function fillAnew<Entry>(
  index: DerivedIndex<Entry>,
  wanted: ReadonlyMap<string, Entry>,
  marks: Marks,
  follower: OnWrite,
): Promise<void> {
  await index.rebuild(async (writer) => {
    await writeAll(index, writer, { entries: [...wanted.values()], extra: [] }, follower);
    assertHeld(index.unit, marks, await writer.held());
  });
}

async function writeAll<Entry>(
  { batchSize }: DerivedIndex<Entry>,
  writer: EntryWriter<Entry>,
  { entries, extra }: { readonly entries: readonly Entry[]; readonly extra: readonly string[] },
  follower: OnWrite,
): Promise<void> {
  const tell = () => follower.wrote({ done: writer.applied(), total: entries.length });
  for (let start = 0; start < entries.length; start += batchSize) {
    await writer.upsert(entries.slice(start, start + batchSize));
    await tell();
  }
  if (extra.length > 0) await writer.remove(extra);
  await writer.settle(tell);
}

function assertHeld(unit: string, wanted: Marks, held: Marks): void {
  const missed = sizeOf(lagOf(wanted, held));
  if (missed === 0) return;
  const undone =
    missed === 1 ? "1 écriture acceptée n'est pas faite" : `${missed} écritures acceptées ne sont pas faites`;
  throw new NotApplied(`${undone} : ${tellDifference(unit, wanted.size, held.size)}`);
}

/** In French, how a store's content differs from what it must be; `unit` is what is counted: `documents`, `passages`. */
export function tellDifference(unit: string, expected: number, held: number): string {
  return held === expected
    ? `parmi ${held} ${unit}, certains diffèrent`
    : `${held} ${unit} tenus, ${expected} attendus`;
}
