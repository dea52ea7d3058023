import type { Database } from "../../db/postgres/database.ts";
import { announceChange } from "../../db/queries/corpus.ts";
import { POSTINGS_VERSION } from "../../search/stems/version.ts";
import { dropOtherPostings } from "../../search/stems/write-postings.ts";
import type { StageOpener } from "../journal/stage-journal.ts";
import { readPostingsGeneration } from "./generations.ts";
import { bringInStep, rebuildBeside } from "./in-step.ts";
import { derivedPostings } from "./postings/derived-index.ts";
import { settling } from "./settling.ts";
import { runDerivedStage, type StoreOutcome } from "./stage.ts";

/** The stage of a run that stores the stems of every document in force, whatever the state of those stored. */
export async function syncPostings(
  database: Database,
  stages: StageOpener,
  now: Date,
): Promise<StoreOutcome> {
  const generation = () => readPostingsGeneration(database);
  return await runDerivedStage({ database, store: "postings", stages, generation, now }, async (task) => {
    await bringInStep(derivedPostings(database), task);
    await dropOtherPostings(database, POSTINGS_VERSION);
  });
}

/** Writes all stems again beside the live ones, then swaps them in. */
export async function rebuildPostings(database: Database): Promise<void> {
  await settling(
    database,
    "postings",
    () => readPostingsGeneration(database),
    () => rebuildBeside(derivedPostings(database)),
  );
  await announceChange(database);
}
