import { IngestionFault } from "../journal/fault.ts";
import { tellDifference } from "./differences.ts";
import { type Applied, appliedOf, type Lag, lagOf, sizeOf } from "./in-step/lag.ts";
import type { DerivedIndex, EntryWriter, Marks } from "./in-step/port.ts";

/** Told of what the procedure finds and does. */
export interface Follower {
  /** The store must hold that many entries; what it holds is not known yet. */
  expects(wanted: number): void;
  /** Before anything is written: how many entries are right, and how many are to add, replace or remove. */
  compared(unchanged: number, remaining: number): Promise<void>;
  /** Now and then: how many of the entries to write are known to be applied. What it throws ends the work. */
  wrote(applied: number, total: number): Promise<void>;
  /** After the work, whether it failed or not: what of it the store then holds. */
  applied(applied: Applied): Promise<void>;
}

/** Nobody is told. */
export const UNFOLLOWED: Follower = {
  expects() {},
  compared: async () => {},
  wrote: async () => {},
  applied: async () => {},
};

/** The store took what it was given, and does not hold it. */
export class NotApplied extends IngestionFault {
  override readonly name = "NotApplied";
}

/**
 * Makes a store hold what it must and nothing else, whatever state it is in: what differs is written into what
 * readers see, or else everything into a new store that takes its place.
 * @throws {NotApplied} when the store does not hold what it accepted; whatever the store throws.
 */
export async function bringInStep<Entry>(index: DerivedIndex<Entry>, follower: Follower): Promise<void> {
  const wanted = await index.wanted();
  follower.expects(wanted.size);
  await index.removeLeftovers();
  const held = await index.held();
  const marks = marksOf(index, wanted);
  const lag = lagOf(marks, held ?? new Map());
  const size = sizeOf(lag);
  await follower.compared(wanted.size - lag.added.length - lag.changed.length, size);
  if (held !== null && size === 0) return;
  // Nothing held: lost, never filled, or made by another version. Readers keep what is there until the swap.
  const isAnew = held === null || held.size === 0 || size >= index.breakEven * wanted.size;
  let seen: Marks = held ?? new Map();
  try {
    await (isAnew ? fillAnew(index, wanted, marks, follower) : fillLive(index, wanted, lag, follower));
  } finally {
    // By what the store then holds: what a server accepts it may do in part, later, or not at all.
    seen = (await index.held().catch(() => null)) ?? seen;
    await follower.applied(appliedOf(lag, marks, seen));
  }
  assertHeld(index.unit, marks, seen);
}

type OnWrite = Pick<Follower, "wrote">;

/** Fills a new store beside the one that readers see and swaps them, whatever that one holds. Gives its entries. */
export async function rebuildBeside<Entry>(index: DerivedIndex<Entry>): Promise<number> {
  await index.removeLeftovers();
  const wanted = await index.wanted();
  await fillAnew(index, wanted, marksOf(index, wanted), { wrote: async () => {} });
  return wanted.size;
}

function marksOf<Entry>(index: DerivedIndex<Entry>, wanted: ReadonlyMap<string, Entry>): Marks {
  return new Map(wanted.entries().map(([id, entry]) => [id, index.markOf(entry)]));
}

/** What readers look for is written before what they must no longer find is removed. */
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

/** @throws {NotApplied} before readers see the new store, when it does not hold what it was given. */
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
