import type { Database } from "../../db/postgres/database.ts";
import { announceChange } from "../../db/queries/corpus.ts";
import type { FullTextIndex } from "../../search/fulltext/open.ts";
import type { StageOpener } from "../journal/stage-journal.ts";
import { derivedFullText } from "./fulltext/derived-index.ts";
import { readFullTextGeneration } from "./generations.ts";
import { bringInStep, rebuildBeside } from "./in-step.ts";
import { settling } from "./settling.ts";
import { runDerivedStage, type StoreOutcome } from "./stage.ts";

/** The stage of a run that makes the full-text index equal to the relational store, whatever state it is in. */
export async function syncFullText(
  database: Database,
  index: FullTextIndex,
  stages: StageOpener,
  now: Date,
): Promise<StoreOutcome> {
  const derived = derivedFullText(database, index);
  const generation = () => readFullTextGeneration(index);
  return await runDerivedStage({ database, store: "fulltext", stages, generation, now }, (task) =>
    bringInStep(derived, task),
  );
}

/**
 * Fills a new index beside the live one and swaps them, whatever the live one contains. Returns its number of
 * documents.
 */
export async function rebuildFullText(database: Database, index: FullTextIndex): Promise<number> {
  let documents = 0;
  const generation = () => readFullTextGeneration(index);
  await settling(database, "fulltext", generation, async () => {
    documents = await rebuildBeside(derivedFullText(database, index));
  });
  await announceChange(database);
  return documents;
}
