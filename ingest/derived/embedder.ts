import type { Database } from "../../db/postgres/database.ts";
import {
  type CorpusModel,
  measureNovelty,
  needsRetraining,
  trainCorpusModel,
} from "../../search/embeddings/corpus/index.ts";
import { newestModel, readModel, saveModel } from "../../search/embeddings/models.ts";
import { readBacklog, readPassageTexts } from "./passages/passage-texts.ts";
import type { Work } from "./vectors/work.ts";

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
