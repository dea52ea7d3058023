import { recordDebt } from "../../db/ingestion/derived/debts.ts";
import { Interrupted, messageOf } from "../journal/fault.ts";
import type { StageJournal, StageOpener } from "../journal/stage-journal.ts";
import { NAMES } from "./in-step/names.ts";
import { type StoreInRun, Task } from "./in-step/task.ts";
import { NotApplied } from "./in-step.ts";
import { settling } from "./settling.ts";

/** How a stage leaves its store: `short` of what it must contain, or `away`, which is not worth retrying. */
export type StoreOutcome = "in step" | "short" | "away";

interface DerivedStage extends Omit<StoreInRun, "journal"> {
  readonly stages: StageOpener;
  /** See `readGeneration`. */
  readonly generation: () => Promise<string | null>;
}

/**
 * Runs the stage that brings one derived store in step with the relational one. A store that fails does not fail the
 * run: what it lacks is recorded as a debt, which the worker pays as soon as it can (`pay-debts.ts`).
 */
export async function runDerivedStage(
  run: DerivedStage,
  bringInStep: (task: Task, journal: StageJournal) => Promise<void>,
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
