import { readDamaged } from "../../db/ingestion/derived/debts.ts";
import type { DerivedStore } from "../../db/ingestion/derived/indexing.ts";
import { removeDamagedVectors } from "../../db/integrity/vectors.ts";
import type { Database } from "../../db/postgres/database.ts";
import { announceChange } from "../../db/queries/corpus.ts";
import { corpusEmbedder } from "../../search/embeddings/corpus/blocks.ts";
import { outsideRuns, type StageOpener } from "../journal/journal.ts";
import { rebuildFullText, syncFullText } from "./fulltext.ts";
import { bringInStep, UNFOLLOWED } from "./in-step.ts";
import { derivedPostings, syncPostings } from "./postings.ts";
import { lookAtStores, owedStores, readGeneration, type StoreOutcome, settling } from "./stage.ts";
import type { DerivedStores } from "./stores.ts";
import { prepareModel, syncVectors } from "./vectors/sync.ts";
import { bringVersionInStep } from "./vectors/version.ts";

interface PayDeps extends DerivedStores {
  readonly database: Database;
  readonly clock: () => Date;
  /** Stops after the present batch. */
  readonly signal: AbortSignal;
}

/** Derived stores that were owed something, as they now are. */
export interface Payment {
  readonly inStep: readonly DerivedStore[];
  readonly behind: readonly DerivedStore[];
  /** Why, in French. */
  readonly remarks: readonly string[];
}

/**
 * Updates, outside any run, every derived store that is owed something, whatever left the debt. An unreachable one does
 * not delay the others. The caller owns the ingestion lock.
 * @throws {Interrupted}
 */
export async function payDebts(deps: PayDeps): Promise<Payment> {
  const remarks: string[] = [];
  const stages = outsideRuns(deps.signal, (sentence) => remarks.push(sentence));
  const inStep: DerivedStore[] = [];
  const behind: DerivedStore[] = [];
  for (const store of owedStores(await lookAtStores(deps.database, deps))) {
    const outcome = await sync(deps, store, stages);
    (outcome === "in step" ? inStep : behind).push(store);
  }
  return { inStep, behind, remarks };
}

function sync(
  { database, fullText, vectors, clock }: PayDeps,
  store: DerivedStore,
  stages: StageOpener,
): Promise<StoreOutcome> {
  if (store === "fulltext") return syncFullText(database, fullText, stages, clock());
  if (store === "postings") return syncPostings(database, stages, clock());
  return syncVectors(database, vectors, stages, clock());
}

/**
 * Rebuilds what derived stores were found to have damaged, entries that no longer match their seals or a whole index,
 * and makes readers reload it. Returns the stores mended. The caller owns the ingestion lock.
 */
export async function mendDamaged(database: Database, stores: DerivedStores): Promise<DerivedStore[]> {
  const damaged = await readDamaged(database);
  for (const store of damaged) {
    if (store === "fulltext") await rebuildFullText(database, stores.fullText);
    else {
      const generation = () => readGeneration(database, stores, store);
      await settling(database, store, generation, () => MENDING[store](database));
    }
    await announceChange(database);
  }
  return damaged;
}

const MENDING = {
  postings: (database: Database) => bringInStep(derivedPostings(database), UNFOLLOWED),
  vectors: mendVectors,
};

/** Those of a language model are remade by the next filling, which the change wakes. */
async function mendVectors(database: Database): Promise<void> {
  await removeDamagedVectors(database);
  const embedder = corpusEmbedder(await prepareModel(database, UNFOLLOWED));
  await bringVersionInStep(database, { embedder, index: null }, { follower: UNFOLLOWED });
}
