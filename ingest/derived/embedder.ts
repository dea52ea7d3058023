import type { EmbeddingsConfig, OpenaiConfig } from "../../db/config.ts";
import { completedVersion, completeEncoder, partsOf } from "../../db/embeddings/completed/index.ts";
import {
  type CorpusModel,
  corpusEmbedder,
  measureNovelty,
  needsRetraining,
  trainCorpusModel,
} from "../../db/embeddings/corpus/index.ts";
import { newestModel, readModel, saveModel } from "../../db/embeddings/models.ts";
import { dimensionsOf, learnDimensions, openaiEncoder } from "../../db/embeddings/openai/index.ts";
import { DIMENSIONS, type Embedder } from "../../db/embeddings/port.ts";
import type { Database } from "../../db/postgres/database.ts";
import { readActiveEmbedder } from "../../db/queries/corpus.ts";
import { readBacklog, readPassageTexts } from "./passages/read.ts";
import { keepingBlocks } from "./vectors/kept-blocks.ts";
import type { Work } from "./vectors/work.ts";

/** Any constant: all the draws of the training come from it, and are the same everywhere. */
const SEED = 20_261_120;
/** Fewer new passages say little of the vocabulary, and a new model has every passage embedded again. */
const MIN_JUDGED_SHARE = 0.01;

/**
 * The embedder of the passages as they now are: the model of the corpus, trained first when it must be, alone or
 * completing the vectors of a service.
 */
export async function prepareEmbedder(
  database: Database,
  config: EmbeddingsConfig,
  work: Work,
): Promise<Embedder> {
  if (config.kind === "corpus") return corpusEmbedder(await prepareModel(database, null, work));
  const encoder = openaiEncoder(config, await findDimensions(database, config));
  if (encoder.dimensions === DIMENSIONS) return encoder;
  const model = await prepareModel(database, encoder.version, work);
  return completeEncoder(keepingBlocks(database, encoder), model);
}

/** Those of the vectors in use, when none is missing: the service is then asked for nothing. */
async function findDimensions(database: Database, config: OpenaiConfig): Promise<number> {
  const active = (await readActiveEmbedder(database)) ?? "";
  const known = dimensionsOf(config, partsOf(active).encoder ?? "");
  if (known !== null && (await readBacklog(database, active)).missing === 0) return known;
  return await learnDimensions(config);
}

/** @param encoder version of the encoder that the model completes; null when it serves alone. */
async function prepareModel(database: Database, encoder: string | null, work: Work): Promise<CorpusModel> {
  const newest = await newestModel(database);
  const model = newest === null ? null : await readModel(database, newest.version);
  if (model !== null && !(await isOutgrown(database, model, encoder))) return model;
  const trained = await trainCorpusModel(readAllTexts(database, work), { seed: SEED });
  await saveModel(database, trained);
  return trained;
}

async function isOutgrown(database: Database, model: CorpusModel, encoder: string | null): Promise<boolean> {
  const version = encoder === null ? model.version : completedVersion(encoder, model.version);
  const { passages, missing, lackingIds } = await readBacklog(database, version);
  const novelty = { occurrences: 0, unknownOccurrences: 0 };
  // A model that has embedded nothing yet was trained on these very passages.
  const isJudged = missing < passages && missing >= passages * MIN_JUDGED_SHARE;
  for await (const texts of readPassageTexts(database, isJudged ? lackingIds : [], version)) {
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
  const { boiIds } = await readBacklog(database, null);
  work.begin(boiIds.length);
  for await (const texts of readPassageTexts(database, boiIds, null)) {
    for (const { text } of texts) yield text;
    await work.advance(1);
  }
}
