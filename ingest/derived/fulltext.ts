import type { FullTextIndex } from "../../db/fulltext/open.ts";
import {
  type IndexableDocument,
  readIndexable,
  recordDebt,
  settleDebt,
} from "../../db/ingestion/indexing.ts";
import type { Database } from "../../db/postgres/database.ts";
import { announceChange } from "../../db/queries/corpus.ts";
import { IngestionFault } from "../journal/fault.ts";
import type { Journal } from "../journal/journal.ts";
import { fillAnew, fillLive, type OnProgress, readHeld } from "./fulltext/fill.ts";
import { appliedOf, type Lag, lagOf, sizeOf } from "./fulltext/lag.ts";
import { type DerivedStage, runDerivedStage } from "./stage.ts";

/**
 * Makes the full-text index equal to the relational store, whatever state it is in. An index that fails does
 * not fail the run: what it lacks is kept as a debt, and the next run pays it. False when the index is left behind.
 */
export async function syncFullText(
  database: Database,
  index: FullTextIndex,
  journal: Journal,
  now: Date,
): Promise<boolean> {
  await journal.beginStage("fulltext");
  const wanted = await readWanted(database);
  const task: Task = { remaining: wanted.size, journal, now };
  const stage: DerivedStage = {
    store: "fulltext",
    label: "L'index plein texte",
    undone: "unindexed",
    bringInStep: () => bringInStep(database, index, wanted, task),
    remaining: () => task.remaining,
  };
  return await runDerivedStage(database, stage, journal, now);
}

/** Fills a new index beside the live one and swaps them, whatever the live one holds. Gives its documents. */
export async function rebuildFullText(database: Database, index: FullTextIndex): Promise<number> {
  await index.removeLeftovers();
  const wanted = [...(await readWanted(database)).values()];
  await fillAnew(database, index, wanted, async () => {});
  await settleDebt(database, "fulltext");
  await announceChange(database);
  return wanted.length;
}

interface Task {
  /** Documents still to add, replace or remove, as far as the index was seen to hold them. */
  remaining: number;
  readonly journal: Journal;
  readonly now: Date;
}

async function readWanted(database: Database): Promise<Map<string, IndexableDocument>> {
  const wanted = new Map<string, IndexableDocument>();
  for await (const page of readIndexable(database)) {
    for (const document of page) wanted.set(document.boiId, document);
  }
  return wanted;
}

async function bringInStep(
  database: Database,
  index: FullTextIndex,
  wanted: ReadonlyMap<string, IndexableDocument>,
  task: Task,
): Promise<void> {
  await index.removeLeftovers();
  // An index that can't be read is one to fill anew; if it is only away, that fails for the same reason.
  const held = (await readHeld(index)) ?? new Map<string, string>();
  const lag = lagOf(wanted, held);
  task.remaining = sizeOf(lag);
  task.journal.tally("unchanged", wanted.size - lag.added.length - lag.changed.length);
  if (task.remaining === 0) return;
  // Before anything is written: a run that is killed from here on leaves a debt as well.
  await recordDebt(
    database,
    "fulltext",
    `remplissage inachevé, ${task.remaining} documents à écrire`,
    task.now,
  );
  const onProgress: OnProgress = (done, total) => task.journal.advance({ done, total });
  // Nothing held: lost, never filled, or made by another analyzer. Readers keep what is there until the swap.
  const isAnew = held.size === 0 || task.remaining >= index.breakEven * wanted.size;
  try {
    await (isAnew
      ? fillAnew(database, index, [...wanted.values()], onProgress)
      : fillLive(database, index, lag, onProgress));
  } finally {
    await countApplied(index, lag, task);
    await announceChange(database);
  }
  if (task.remaining > 0)
    throw new IngestionFault(`${task.remaining} écritures acceptées ne sont pas faites`);
}

/** By what the index then holds: what a server accepts it may do in part, later, or not at all. */
async function countApplied(index: FullTextIndex, lag: Lag, task: Task): Promise<void> {
  const held = await readHeld(index);
  if (held === null) return;
  const { added, changed, removed } = appliedOf(lag, held);
  task.remaining -= added + changed + removed;
  task.journal.count("indexed", added + changed);
  task.journal.tally("added", added);
  task.journal.tally("changed", changed);
  task.journal.tally("removed", removed);
}
