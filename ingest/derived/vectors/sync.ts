import { EngineUnavailable } from "../../../db/engine/unavailable.ts";
import { readDebts } from "../../../db/ingestion/derived/debts.ts";
import { dropOtherVectors, readBacklog } from "../../../db/ingestion/derived/embedding.ts";
import { removeDamagedVectors } from "../../../db/integrity/vectors.ts";
import type { Database } from "../../../db/postgres/database.ts";
import type { StageProgress } from "../../../db/schema/ingestion.ts";
import { corpusEmbedder } from "../../../search/embeddings/corpus/blocks.ts";
import type { CorpusModel } from "../../../search/embeddings/corpus/model.ts";
import { measureNovelty, needsRetraining } from "../../../search/embeddings/corpus/terms.ts";
import { trainCorpusModel } from "../../../search/embeddings/corpus/train.ts";
import {
  activateEmbedder,
  forgetAbandoned,
  readFillings,
  recordFilling,
  retireFillings,
} from "../../../search/embeddings/fillings.ts";
import { newestModel, readModel, removeModelsExcept, saveModel } from "../../../search/embeddings/models.ts";
import type { Judgement, VectorIndex } from "../../../search/vectors/port.ts";
import type { StageJournal } from "../../journal/journal.ts";
import { type Follower, UNFOLLOWED } from "../in-step.ts";
import { readPassageTexts } from "../passages.ts";
import type { Task } from "../task.ts";
import { findEncoder, isOf, type LanguageModels, versionBeside } from "./language-model.ts";
import { bringVersionInStep, type VectorVersion } from "./version.ts";

/** The parts of semantic search. */
export interface VectorStores extends LanguageModels {
  /** Null when the vectors of the relational store are scanned directly. */
  readonly index: VectorIndex | null;
}

/** Embeds what is missing and fills a new index beside the live one, whatever that contains. */
export async function rebuildVectors(database: Database, stores: VectorStores): Promise<void> {
  const { index } = stores;
  const follower = UNFOLLOWED;
  const corpus = await prepareModel(database, follower);
  await bringVersionInStep(database, { embedder: corpusEmbedder(corpus), index }, { follower, isAnew: true });
  await activateEmbedder(database, corpus.version);
  const serving = index === null ? null : await findServing(database, stores, corpus);
  if (serving !== null) await bringVersionInStep(database, serving, { follower, isAnew: true, most: 0 });
  await removeOthers(database, stores, corpus.version, new Date());
}

/**
 * Embeds the passages without a vector and makes the vector index equal to the relational store, whatever its state. The
 * vectors of a language model, which replace the corpus model's once complete, follow the changes of the run; fillings
 * make them (`filler.ts`).
 */
export async function syncVectors(stores: VectorStores, task: Task): Promise<void> {
  const { index } = stores;
  const { database, journal, now } = task.run;
  const damaged = await removeDamagedVectors(database);
  const corpus = await prepareModel(database, task);
  const { version } = corpus;
  const { passages, missing } = await bringVersionInStep(
    database,
    { embedder: corpusEmbedder(corpus), index },
    {
      follower: task,
      embedded: async (embedded) => journal.count("embedded", embedded),
      judged(judgement) {
        const remark = tellJudgement(judgement);
        if (remark !== null) journal.warn(remark);
      },
      // A debt comes from this run, which wrote, or from one interrupted after it wrote.
      hasChanged: async () => (await readDebts(database)).debts.some(({ store }) => store === "vectors"),
    },
  );
  if (index === null) {
    const made = Math.max(0, missing - damaged);
    task.tally("added", made);
    task.tally("changed", missing - made);
    task.tally("unchanged", passages - missing);
  }
  await activateEmbedder(database, version);
  await keepServing(database, stores, corpus, journal);
  await removeOthers(database, stores, version, now);
}

/** A sentence for the operator when readers compare every vector; null when the approximation is trusted. */
function tellJudgement({ recall, minRecall, isTrusted }: Judgement): string | null {
  if (isTrusted) return null;
  const exact = "chaque question est comparée à tous les vecteurs";
  return recall === null
    ? `Qdrant n'a pas achevé son index : jusqu'à ce que son rappel soit prouvé, ${exact}.`
    : `Qdrant retrouve ${percent(recall)} des documents les plus proches, moins que les ${percent(minRecall)} attendus : ${exact}.`;
}

function percent(share: number): string {
  // Rounded down, never up to the threshold.
  return `${(Math.floor(share * 1_000) / 10).toLocaleString("fr-FR")} %`;
}

/** Also records how complete the sets beside now are. */
async function removeOthers(
  database: Database,
  { index, ...models }: VectorStores,
  version: string,
  now: Date,
): Promise<void> {
  await forgetAbandoned(database, (encoder) => isOf(models, encoder), now);
  const fillings = await readFillings(database);
  const kept = [version, ...fillings.flatMap((filling) => [filling.version, filling.encoder])];
  await index?.keepOnly(kept);
  await dropOtherVectors(database, kept);
  await removeModelsExcept(database, [version]);
  for (const filling of fillings) {
    const { passages, missing } = await readBacklog(database, filling.version);
    await recordFilling(database, { ...filling, passages, missing }, now);
  }
}

/** Half a minute of one core: enough for a day's changes, not for a first import. */
const PASSAGES_PER_RUN = 1_000;

/**
 * Updates the language model's vectors that answer: `most` passages are embedded, to the nearest batch, and the index
 * is made equal. The rest is filled beside, and recall is measured there.
 */
export async function keepServing(
  database: Database,
  stores: VectorStores,
  corpus: CorpusModel,
  journal: StageJournal,
  most = PASSAGES_PER_RUN,
): Promise<void> {
  const follower = { ...UNFOLLOWED, wrote: (progress: StageProgress | null) => journal.advance(progress) };
  try {
    const serving = await findServing(database, stores, corpus);
    if (serving === null) return;
    await bringVersionInStep(database, serving, { follower, most });
    await retireFillings(database, serving.embedder.version);
  } catch (error) {
    if (!(error instanceof EngineUnavailable && error.engine === "embeddings")) throw error;
    journal.warn(
      `Les vecteurs du modèle de langue ne sont pas à jour (${error.message}) : ils se compléteront après l'ingestion.`,
    );
  }
}

/** The vectors that questions are compared with, when this process's language model makes them. */
async function findServing(
  database: Database,
  { index, ...models }: VectorStores,
  corpus: CorpusModel,
): Promise<VectorVersion | null> {
  const encoder = await findEncoder(database, models);
  if (encoder === null) return null;
  const version = versionBeside(database, { encoder, corpus, index });
  const fillings = await readFillings(database);
  const isServing = fillings.some((one) => one.isServing && one.version === version.embedder.version);
  return isServing ? version : null;
}

/** Arbitrary: seeds all the random draws of the training, so that they are the same everywhere. */
const SEED = 20_261_120;
/** Fewer new passages are no evidence of a new vocabulary, and a new model makes every passage be embedded again. */
const MIN_JUDGED_SHARE = 0.01;

/** The model for the present corpus, trained first when needed. */
export async function prepareModel(database: Database, follower: Follower): Promise<CorpusModel> {
  const newest = await newestModel(database);
  const model = newest === null ? null : await readModel(database, newest.version);
  if (model !== null && !(await isOutgrown(database, model))) return model;
  const trained = await trainCorpusModel(readAllTexts(database, follower), { seed: SEED });
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

async function* readAllTexts(database: Database, follower: Follower): AsyncGenerator<string> {
  const { editions } = await readBacklog(database, null);
  const total = editions.length;
  let done = 0;
  for await (const texts of readPassageTexts(database, editions, null)) {
    for (const { text } of texts) yield text;
    done += 1;
    follower.expects(total - done);
    await follower.wrote({ done, total });
  }
}
