import type { DerivedStore } from "../../db/ingestion/derived/indexing.ts";
import type { Database } from "../../db/postgres/database.ts";
import { outsideRuns, type StageOpener } from "../journal/stage-journal.ts";
import { syncFullText } from "./fulltext.ts";
import { syncPostings } from "./postings.ts";
import { lookAtStores, owedStores, type StoreOutcome } from "./stage.ts";

import type { DerivedStores } from "./stores.ts";
import { syncVectors } from "./vectors.ts";

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
 * Updates, outside any run, every derived store that is owed something, whatever left the debt: a killed run, an
 * erasure, a store that was away, restored alone or lost. An unreachable store does not delay the others. The caller
 * owns the ingestion lock.
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
