import { type DerivedStore, recordDebt, settleDebt } from "../../db/ingestion/indexing.ts";
import type { Database } from "../../db/postgres/database.ts";
import { Interrupted, messageOf } from "../journal/fault.ts";
import type { Journal } from "../journal/journal.ts";

/** The stage of a run that brings one derived store in step with the relational one. */
export interface DerivedStage {
  readonly store: DerivedStore;
  /** What the operator calls the store, at the start of a sentence. */
  readonly label: string;
  /** Where the run counts what it left undone. */
  readonly undone: "unindexed" | "unembedded";
  bringInStep(): Promise<void>;
  /** What is still to do, in the unit of `undone`. */
  remaining(): number;
}

/**
 * Runs the stage; false when the store is left behind. A store that fails does not fail the run: what it lacks is
 * kept as a debt, and the next run pays it.
 */
export async function runDerivedStage(
  database: Database,
  stage: DerivedStage,
  journal: Journal,
  now: Date,
): Promise<boolean> {
  try {
    await stage.bringInStep();
    await settleDebt(database, stage.store);
    return true;
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    const reason = messageOf(error);
    await recordDebt(database, stage.store, reason, now);
    journal.count(stage.undone, Math.max(stage.remaining(), 1));
    journal.warn(`${stage.label} n'est pas à jour (${reason}) : la prochaine ingestion le complétera.`);
    return false;
  }
}
