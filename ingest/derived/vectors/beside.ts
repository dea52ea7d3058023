import { EngineUnavailable } from "../../../db/engine/unavailable.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { announceChange } from "../../../db/queries/corpus.ts";
import { versionOver } from "../../../search/embeddings/completed/index.ts";
import type { CorpusModel } from "../../../search/embeddings/corpus/index.ts";
import { readFillings } from "../../../search/embeddings/fillings.ts";
import type { Embedder, Encoder } from "../../../search/embeddings/port.ts";
import type { VectorIndex } from "../../../search/vectors/port.ts";
import type { StageJournal } from "../../journal/stage-journal.ts";
import { bringInStep, rebuildBeside, UNFOLLOWED } from "../in-step.ts";
import { readBacklog, readPassageTexts } from "../passages/passage-texts.ts";
import { derivedPastVectors, derivedVectors } from "./derived-index.ts";
import { batchesOf, embedBatch } from "./embed.ts";
import { fillPast } from "./fill-past.ts";
import { embedderBeside, findEncoder, type LanguageModels } from "./language-model.ts";
import { sampleOf, UNJUDGED } from "./sample.ts";

/** Half a minute of one core: enough for a day's changes, not for a first import. */
const PASSAGES_PER_RUN = 1_000;

/** The language model to use; null, with a warning, when it is unavailable: its missing vectors are made later. */
export async function findChosen(
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
 * Updates the vectors of the language model that questions are compared with, after a run: about a thousand passages
 * are embedded, and the index is made equal to the result. The rest is filled beside, and recall is measured there.
 * @param most passages to embed, to the nearest batch.
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
export async function rebuildServing(
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
