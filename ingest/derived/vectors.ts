import { readDebts } from "../../db/ingestion/derived/debts.ts";
import { removeDamagedVectors, sealVectors } from "../../db/integrity/vectors.ts";
import type { Database } from "../../db/postgres/database.ts";
import { announceChange } from "../../db/queries/corpus.ts";
import { corpusEmbedder } from "../../search/embeddings/corpus/index.ts";
import { retireFillings } from "../../search/embeddings/fillings.ts";
import type { Indexed, Judgement, VectorIndex } from "../../search/vectors/port.ts";
import type { StageJournal, StageOpener } from "../journal/stage-journal.ts";
import { prepareModel } from "./embedder.ts";
import { readVectorsGeneration } from "./generations.ts";
import type { Task } from "./in-step/task.ts";
import { rebuildBeside, UNFOLLOWED } from "./in-step.ts";
import { settling } from "./settling.ts";
import { runDerivedStage, type StoreOutcome } from "./stage.ts";
import { findChosen, keepServing, rebuildServing } from "./vectors/beside.ts";
import { derivedPastVectors, derivedVectors } from "./vectors/derived-index.ts";
import { embedMissing } from "./vectors/embed.ts";
import { fillIndex } from "./vectors/fill-index.ts";
import { fillPast } from "./vectors/fill-past.ts";
import { findEncoder, type LanguageModels } from "./vectors/language-model.ts";
import { sampleOf, tellJudgement, UNJUDGED } from "./vectors/sample.ts";
import { adopt, removeOthers } from "./vectors/switch.ts";
import { UNTOLD, workOf } from "./vectors/work.ts";

/** The parts of semantic search. */
export interface VectorStores extends LanguageModels {
  /** Null when the vectors of the relational store are scanned directly. */
  readonly index: VectorIndex | null;
}

/**
 * The stage of a run that embeds the passages without a vector and makes the vector index equal to the relational
 * store, whatever its state. The vectors of a language model, which replace the corpus model's once complete, follow
 * the changes of the run; fillings make them (`ingest/filling`).
 */
export async function syncVectors(
  database: Database,
  stores: VectorStores,
  stages: StageOpener,
  now: Date,
): Promise<StoreOutcome> {
  const generation = () => readVectorsGeneration(database, stores.index);
  return await runDerivedStage({ database, store: "vectors", stages, generation, now }, (task, journal) =>
    embedAndFill(database, stores, journal, { task, now }),
  );
}

/** Embeds what is missing and fills a new index beside the live one, whatever that contains. */
export async function rebuildVectors(database: Database, stores: VectorStores): Promise<void> {
  const generation = () => readVectorsGeneration(database, stores.index);
  await settling(database, "vectors", generation, () => refillVectors(database, stores));
}

async function refillVectors(database: Database, stores: VectorStores): Promise<void> {
  const { index } = stores;
  const corpus = await prepareModel(database, UNTOLD);
  const embedder = corpusEmbedder(corpus);
  const { version } = embedder;
  const now = new Date();
  await embedMissing(database, embedder, UNTOLD);
  if (index !== null)
    await rebuildBeside(derivedVectors(database, index, version, sampleOf(database, embedder, UNJUDGED)));
  if (index !== null) await rebuildBeside(derivedPastVectors(database, index, version));
  await fillPast(database, null, version, UNFOLLOWED);
  await adopt(database, version, now);
  if (index !== null) {
    const chosen = await findEncoder(database, stores);
    await rebuildServing(database, { chosen, index, corpus });
  }
  await removeOthers(database, version, { ...stores, now });
}

async function embedAndFill(
  database: Database,
  stores: VectorStores,
  journal: StageJournal,
  { task, now }: { readonly task: Task; readonly now: Date },
): Promise<void> {
  const { index } = stores;
  const work = workOf(task, journal);
  await sealVectors(database);
  const damaged = await removeDamagedVectors(database);
  const corpus = await prepareModel(database, work);
  const embedder = corpusEmbedder(corpus);
  const { version } = embedder;
  const { passages, missing: embedded } = await embedMissing(database, embedder, work);
  if (index === null) {
    const made = Math.max(0, embedded - damaged);
    task.tally("added", made);
    task.tally("changed", embedded - made);
    task.tally("unchanged", passages - embedded);
    if (embedded > 0) await announceChange(database);
  } else {
    const told = {
      onWait: (indexed: Indexed | null) => journal.advance(indexed),
      judged(judgement: Judgement) {
        const remark = tellJudgement(judgement);
        if (remark !== null) journal.warn(remark);
      },
    };
    // A debt comes from this run, which wrote, or from one interrupted after it wrote.
    const hasChanged = async () => (await readDebts(database)).debts.some(({ store }) => store === "vectors");
    await fillIndex(database, index, { embedder, follower: task, told, hasChanged });
  }
  await fillPast(database, index, version, task);
  await adopt(database, version, now);
  const chosen = await findChosen(database, stores, journal);
  await keepServing(database, { chosen, index, corpus }, journal);
  if (chosen !== null) await retireFillings(database, chosen.version);
  await removeOthers(database, version, { ...stores, now });
}
