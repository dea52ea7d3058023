import { EngineUnavailable } from "../../../db/engine/unavailable.ts";
import { readDebts } from "../../../db/ingestion/derived/debts.ts";
import { dropOtherVectors } from "../../../db/ingestion/derived/embedding.ts";
import { removeDamagedVectors } from "../../../db/integrity/vectors.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { announceChange } from "../../../db/queries/corpus.ts";
import { versionOver } from "../../../search/embeddings/completed.ts";
import { corpusEmbedder } from "../../../search/embeddings/corpus/blocks.ts";
import type { CorpusModel } from "../../../search/embeddings/corpus/model.ts";
import { measureNovelty, needsRetraining } from "../../../search/embeddings/corpus/terms.ts";
import { trainCorpusModel } from "../../../search/embeddings/corpus/train.ts";
import {
  activateEmbedder,
  forgetAbandoned,
  forgetPastFillings,
  readFillings,
  recordFilling,
  retireFillings,
} from "../../../search/embeddings/fillings.ts";
import { newestModel, readModel, removeModelsExcept, saveModel } from "../../../search/embeddings/models.ts";
import type { Embedder, Encoder } from "../../../search/embeddings/port.ts";
import type { Indexed, Judgement, VectorIndex } from "../../../search/vectors/port.ts";
import type { StageJournal, StageOpener } from "../../journal/journal.ts";
import { bringInStep, rebuildBeside, UNFOLLOWED } from "../in-step.ts";
import { readBacklog, readPassageTexts } from "../passages.ts";
import { readVectorsGeneration, runDerivedStage, type StoreOutcome, settling } from "../stage.ts";
import type { Task } from "../task.ts";
import { derivedPastVectors, derivedVectors } from "./derived-index.ts";
import { batchesOf, embedBatch, embedMissing, UNTOLD, type Work, workOf } from "./embed.ts";
import { fillIndex, fillPast, sampleOf, tellJudgement, UNJUDGED } from "./fill-index.ts";
import { embedderBeside, findEncoder, isOf, type LanguageModels } from "./language-model.ts";

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
  await activateEmbedder(database, version);
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
  await activateEmbedder(database, version);
  const chosen = await findChosen(database, stores, journal);
  await keepServing(database, { chosen, index, corpus }, journal);
  if (chosen !== null) await retireFillings(database, chosen.version);
  await removeOthers(database, version, { ...stores, now });
}

interface RemovalOptions extends LanguageModels {
  readonly index: VectorIndex | null;
  readonly now: Date;
}

/** Also records how complete the sets beside now are. */
async function removeOthers(
  database: Database,
  version: string,
  { index, now, ...models }: RemovalOptions,
): Promise<void> {
  await forgetAbandoned(database, (encoder) => isOf(models, encoder), now);
  const fillings = await readFillings(database);
  await index?.keepOnly([version, ...fillings.map((filling) => filling.version)]);
  const beside = fillings.flatMap((filling) => [filling.version, filling.encoder]);
  await dropOtherVectors(database, [version, ...beside]);
  await forgetPastFillings(database, [version, ...beside]);
  await removeModelsExcept(database, [version]);
  for (const filling of fillings) {
    const { passages, missing } = await readBacklog(database, filling.version);
    await recordFilling(database, { ...filling, passages, missing }, now);
  }
}

/** Half a minute of one core: enough for a day's changes, not for a first import. */
const PASSAGES_PER_RUN = 1_000;

/** The language model to use; null, with a warning, when it is unavailable: its missing vectors are made later. */
async function findChosen(
  database: Database,
  models: LanguageModels,
  journal: StageJournal,
): Promise<Encoder | null> {
  return await findEncoder(database, models).catch((error) => warn(error, journal));
}

interface Beside {
  /** The model that can make vectors; null when none can now. */
  readonly chosen: Encoder | null;
  readonly index: VectorIndex | null;
  /** The model in use. */
  readonly corpus: CorpusModel;
}

/**
 * Updates the language model's vectors that answer: `most` passages are embedded, to the nearest batch, and the index
 * is made equal. The rest is filled beside, and recall is measured there.
 */
export async function keepServing(
  database: Database,
  beside: Beside,
  journal: StageJournal,
  most = PASSAGES_PER_RUN,
): Promise<void> {
  const { chosen, index } = beside;
  const embedder = await findServing(database, beside);
  if (chosen === null || embedder === null) return;
  try {
    await embedSome(database, { embedder, most, atOnce: chosen.passagesAtOnce }, journal);
    const sample = sampleOf(database, embedder, {
      ...UNJUDGED,
      onWait: (indexed) => journal.advance(indexed),
    });
    if (index !== null)
      await bringInStep(derivedVectors(database, index, embedder.version, sample), UNFOLLOWED);
    await fillPast(database, index, embedder.version, UNFOLLOWED);
  } catch (error) {
    warn(error, journal);
  }
}

/** Fills a new index of the vectors of the language model that questions are compared with, if any. */
async function rebuildServing(
  database: Database,
  beside: Beside & { readonly index: VectorIndex },
): Promise<void> {
  const embedder = await findServing(database, beside);
  if (embedder === null) return;
  const sample = sampleOf(database, embedder, UNJUDGED);
  await rebuildBeside(derivedVectors(database, beside.index, embedder.version, sample));
  await rebuildBeside(derivedPastVectors(database, beside.index, embedder.version));
}

/** The embedder of the vectors that questions are compared with, when the chosen model made them. */
async function findServing(database: Database, { chosen, corpus }: Beside): Promise<Embedder | null> {
  if (chosen === null) return null;
  const version = versionOver(chosen, corpus.version);
  const isServing = (await readFillings(database)).some((one) => one.version === version && one.isServing);
  return isServing ? embedderBeside(database, chosen, corpus) : null;
}

interface Some {
  readonly embedder: Embedder;
  readonly most: number;
  readonly atOnce: number;
}

async function embedSome(
  database: Database,
  { embedder, most, atOnce }: Some,
  journal: StageJournal,
): Promise<void> {
  const { version } = embedder;
  const present = await readBacklog(database, version);
  const past = await readBacklog(database, version, "past");
  const total = Math.min(present.missing + past.missing, most);
  const texts = readPassageTexts(database, [...present.lacking, ...past.lacking], version);
  let embedded = 0;
  for await (const batch of batchesOf(texts, atOnce)) {
    await embedBatch(database, embedder, batch);
    embedded += batch.length;
    if (embedded >= most) break;
    await journal.advance({ done: embedded, total });
  }
  if (embedded > 0) await announceChange(database);
}

function warn(error: unknown, journal: StageJournal): null {
  if (!(error instanceof EngineUnavailable && error.engine === "embeddings")) throw error;
  journal.warn(
    `Les vecteurs du modèle de langue ne sont pas à jour (${error.message}) : ils se compléteront après l'ingestion.`,
  );
  return null;
}

/** Arbitrary: seeds all the random draws of the training, so that they are the same everywhere. */
const SEED = 20_261_120;
/** Fewer new passages are no evidence of a new vocabulary, and a new model makes every passage be embedded again. */
const MIN_JUDGED_SHARE = 0.01;

/** The model for the present corpus, trained first when needed. */
export async function prepareModel(database: Database, work: Work): Promise<CorpusModel> {
  const newest = await newestModel(database);
  const model = newest === null ? null : await readModel(database, newest.version);
  if (model !== null && !(await isOutgrown(database, model))) return model;
  const trained = await trainCorpusModel(readAllTexts(database, work), { seed: SEED });
  await saveModel(database, trained);
  return trained;
}

async function isOutgrown(database: Database, model: CorpusModel): Promise<boolean> {
  const { version } = model;
  const { passages, missing, lacking } = await readBacklog(database, version);
  const novelty = { occurrences: 0, unknownOccurrences: 0 };
  // A model that has embedded nothing yet was trained on these very passages.
  const isJudged = missing < passages && missing >= passages * MIN_JUDGED_SHARE;
  for await (const texts of readPassageTexts(database, isJudged ? lacking : [], version)) {
    const { occurrences, unknownOccurrences } = measureNovelty(
      model,
      texts.map(({ text }) => text),
    );
    novelty.occurrences += occurrences;
    novelty.unknownOccurrences += unknownOccurrences;
  }
  return needsRetraining(model, { passages, ...novelty });
}

async function* readAllTexts(database: Database, work: Work): AsyncGenerator<string> {
  const { editions } = await readBacklog(database, null);
  work.begin(editions.length);
  for await (const texts of readPassageTexts(database, editions, null)) {
    for (const { text } of texts) yield text;
    await work.advance(1);
  }
}
