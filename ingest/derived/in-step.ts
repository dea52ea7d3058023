import { IngestionFault } from "../journal/fault.ts";
import {
  type Applied,
  appliedOf,
  type DerivedIndex,
  type EntryWriter,
  type Lag,
  lagOf,
  type Marks,
  sizeOf,
} from "./in-step/port.ts";

/** Observes the procedure. */
export interface Follower {
  /** How many entries the store must have; those it has are not known yet. */
  expects(wanted: number): void;
  /** Before writing: how many entries are right, how many to add, replace or remove, and of how many documents. */
  compared(unchanged: number, remaining: number, documents: number): Promise<void>;
  /** From time to time: how many of the entries to write are known to be applied. Throwing stops the work. */
  wrote(applied: number, total: number): Promise<void>;
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
 * everything into a new one that replaces it.
 * @throws {NotApplied} when the store lacks what it accepted; and whatever the store throws.
 */
export async function bringInStep<Entry>(index: DerivedIndex<Entry>, follower: Follower): Promise<void> {
  const wanted = await index.wanted();
  follower.expects(wanted.size);
  await index.removeLeftovers();
  const held = await index.held();
  const marks = marksOf(index, wanted);
  const lag = lagOf(marks, held ?? new Map());
  const size = sizeOf(lag);
  const documents = documentsOf(index, lag, marks, held ?? new Map());
  await follower.compared(wanted.size - lag.added.length - lag.changed.length, size, documents);
  if (held !== null && size === 0) return;
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
  await index.write(async (writer) => {
    await upsertAll(writer, entries, index.batchSize, follower);
    await writer.remove(extra);
    await settle(writer, entries.length, follower);
  });
}

/** @throws {NotApplied} before readers see the new store, when it lacks what it was given */
async function fillAnew<Entry>(
  index: DerivedIndex<Entry>,
  wanted: ReadonlyMap<string, Entry>,
  marks: Marks,
  follower: OnWrite,
): Promise<void> {
  await index.rebuild(async (writer) => {
    await upsertAll(writer, [...wanted.values()], index.batchSize, follower);
    await settle(writer, wanted.size, follower);
    assertHeld(index.unit, marks, await writer.held());
  });
}

async function upsertAll<Entry>(
  writer: EntryWriter<Entry>,
  entries: readonly Entry[],
  batchSize: number,
  follower: OnWrite,
): Promise<void> {
  for (let start = 0; start < entries.length; start += batchSize) {
    await writer.upsert(entries.slice(start, start + batchSize));
    await follower.wrote(writer.applied(), entries.length);
  }
}

async function settle<Entry>(writer: EntryWriter<Entry>, total: number, follower: OnWrite): Promise<void> {
  await writer.settle(() => follower.wrote(writer.applied(), total));
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
