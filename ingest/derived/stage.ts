import { StoreDamaged } from "../../db/engine/unavailable.ts";
import {
  type Debt,
  readDebts,
  readGenerations,
  recordDebt,
  settleDebt,
} from "../../db/ingestion/derived/debts.ts";
import type { DerivedStore } from "../../db/ingestion/derived/indexing.ts";
import type { Database } from "../../db/postgres/database.ts";
import { readLastImport, readRevision } from "../../db/queries/corpus.ts";
import { readPastLacking } from "../../search/embeddings/fillings.ts";
import { newestModel } from "../../search/embeddings/models.ts";
import { ANALYZER_VERSION } from "../../search/fulltext/analyzer/index.ts";
import type { FullTextIndex } from "../../search/fulltext/open.ts";
import { hasPostings } from "../../search/stems/read-postings.ts";
import { POSTINGS_VERSION, pastVersion } from "../../search/stems/write-postings.ts";
import { hasVectors } from "../../search/vectors/exact/presence.ts";
import type { VectorIndex } from "../../search/vectors/port.ts";
import { Interrupted, messageOf } from "../journal/fault.ts";
import type { StageJournal, StageOpener } from "../journal/journal.ts";
import { NAMES, NotApplied } from "./in-step.ts";
import { type StoreInRun, Task } from "./task.ts";

/** How a stage leaves its store: `short` of what it must contain, or `away`, which is not worth retrying. */
export type StoreOutcome = "in step" | "short" | "away";

interface DerivedStage extends Omit<StoreInRun, "journal"> {
  readonly stages: StageOpener;
  /** See `readGeneration`. */
  readonly generation: () => Promise<string | null>;
}

/** Brings one derived store in step. One that fails does not fail the run: a debt is recorded, for `pay-debts.ts`. */
export async function runDerivedStage(
  run: DerivedStage,
  bringInStep: (task: Task, journal: StageJournal) => Promise<unknown>,
): Promise<StoreOutcome> {
  const { database, store, stages, generation, now } = run;
  const journal = await stages.open(store);
  const task = new Task({ database, store, journal, now });
  try {
    await settling(database, store, generation, () => bringInStep(task, journal));
    return "in step";
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    const { label, undone } = NAMES[store];
    const reason = messageOf(error);
    await recordDebt(database, store, { reason, now });
    journal.count(undone, Math.max(task.remaining, 1));
    journal.warn(`${label} n'est pas à jour (${reason}) : le worker le complétera dès qu'il le pourra.`);
    return error instanceof NotApplied ? "short" : "away";
  } finally {
    journal.close();
  }
}

/**
 * Runs what brings a store in step, then records that it is: what changed since the work began stays owed.
 * `generation`: how the store then is (`readGeneration`).
 */
export async function settling(
  database: Database,
  store: DerivedStore,
  generation: () => Promise<string | null>,
  work: () => Promise<unknown>,
): Promise<void> {
  const revision = await readRevision(database);
  await work();
  // A store that no longer answers was in step all the same: it is compared once more when it is back.
  await settleDebt(database, store, { revision, generation: await generation().catch(() => null) });
}

const STORES: readonly DerivedStore[] = ["fulltext", "postings", "vectors"];

/** The stores as they are looked at: nothing is written to them. */
interface Looked {
  readonly fullText: Pick<FullTextIndex, "generation">;
  readonly vectors: { readonly index: Pick<VectorIndex, "generation"> | null };
}

/**
 * Identifies the content of a derived store in a request or two: its versions, and a value that changes with its
 * content. For stores inside the relational store, being there is enough, since they are only lost with it or by hand,
 * and counting them would occupy its only session every ten seconds. Null for a store that was never filled.
 * @throws {EngineUnavailable}
 */
export async function readGeneration(
  database: Database,
  { fullText, vectors: { index } }: Looked,
  store: DerivedStore,
): Promise<string | null> {
  if (store === "fulltext") return await readFullTextGeneration(fullText);
  if (store === "postings") return await readPostingsGeneration(database);
  return await readVectorsGeneration(database, index);
}

export async function readFullTextGeneration(fullText: Looked["fullText"]): Promise<string> {
  return `${ANALYZER_VERSION} ${await fullText.generation()}`;
}

export async function readPostingsGeneration(database: Database): Promise<string> {
  return `${pastVersion(POSTINGS_VERSION)} ${await hasPostings(database, POSTINGS_VERSION)}`;
}

/**
 * Identifies the corpus model's vectors: fillings add a language model's at any time. A release that knew no past texts
 * has another generation, so that they are filled at once.
 */
export async function readVectorsGeneration(
  database: Database,
  index: Looked["vectors"]["index"],
): Promise<string | null> {
  const version = (await newestModel(database))?.version ?? null;
  if (version === null) return null;
  const content = index === null ? hasVectors(database, version) : index.generation(version);
  const past = (await readPastLacking(database, version)) === null ? "without past texts" : "whole";
  return `${version} ${await content} ${past}`;
}

interface Look {
  readonly debts: readonly Debt[];
  /** The stores that are no longer as they were when last seen in step, whatever the relational store knows. */
  readonly changed: readonly DerivedStore[];
  /** Those that did not answer. */
  readonly away: readonly DerivedStore[];
}

const NOTHING: Look = { debts: [], changed: [], away: [] };

/** Asks every derived store what it is, and the relational one what it owes. Writes nothing. */
export async function lookAtStores(database: Database, stores: Looked): Promise<Look> {
  if (!(await isFilled(database))) return NOTHING;
  const [{ debts }, settled] = await Promise.all([readDebts(database), readGenerations(database)]);
  const changed: DerivedStore[] = [];
  const away: DerivedStore[] = [];
  for (const store of STORES) {
    const seen = await readGeneration(database, stores, store).catch((error) =>
      error instanceof StoreDamaged ? null : AWAY,
    );
    if (seen === AWAY) away.push(store);
    else if (seen !== (settled.get(store) ?? null)) changed.push(store);
  }
  return { debts, changed, away };
}

/** The stores to bring in step, in the order of a run. */
export function owedStores({ debts, changed }: Look): DerivedStore[] {
  return STORES.filter((one) => changed.includes(one) || debts.some(({ store }) => store === one));
}

const AWAY = Symbol("away");

/** The first import fills the stores itself, and its half must not be trained on. */
async function isFilled(database: Database): Promise<boolean> {
  return (await readLastImport(database)) !== null;
}
