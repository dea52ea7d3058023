import type { Database } from "../../db/postgres/database.ts";
import { readActiveEmbedder } from "../../db/queries/corpus.ts";
import { partsOf } from "../../search/embeddings/completed/index.ts";
import { forgetUnanswered, recordFilling, serveFilling } from "../../search/embeddings/fillings.ts";
import { readModel } from "../../search/embeddings/models.ts";
import { recordPastLacking } from "../../search/embeddings/past-fillings.ts";
import type { Embedder, Encoder } from "../../search/embeddings/port.ts";
import type { Judgement, VectorIndex } from "../../search/vectors/port.ts";
import { UNFOLLOWED } from "../derived/in-step.ts";
import { readBacklog, readPassageTexts } from "../derived/passages/passage-texts.ts";
import { batchesOf, embedBatch } from "../derived/vectors/embed.ts";
import { fillIndex } from "../derived/vectors/fill-index.ts";
import { fillPast } from "../derived/vectors/fill-past.ts";
import { embedderBeside } from "../derived/vectors/language-model.ts";
import { Interrupted } from "../journal/fault.ts";

interface FillingDeps {
  readonly database: Database;
  readonly encoder: Encoder;
  /** Null when the vectors of the relational store are scanned directly. */
  readonly index: VectorIndex | null;
  readonly clock: () => Date;
  /** Called with the recall of the index, when there is one. */
  readonly judged: (judgement: Judgement) => void;
  /** Called between batches: false while a run is requested, or the process stops. */
  readonly mayGoOn: () => Promise<boolean>;
}

/**
 * Makes the missing vectors of the language model, completed by the corpus model in use where needed, then has
 * questions compared with them. Resumable: a later call continues from there.
 * @returns how many it embedded; null when it had to stop before the end.
 */
export async function fillBeside(deps: FillingDeps): Promise<number | null> {
  const embedder = await prepareEmbedder(deps);
  if (embedder === null) return 0;
  await forgetUnanswered(deps.database, deps.encoder.version);
  const embedded = await embedMissing(deps, embedder);
  if (embedded === null) return null;
  const { database, encoder, index } = deps;
  const { version } = embedder;
  if (index !== null) {
    if (!(await deps.mayGoOn())) return null;
    try {
      await fillIndex(database, index, {
        embedder,
        follower: UNFOLLOWED,
        told: { onWait: () => goOn(deps), judged: deps.judged },
        // Writes from before this process are unknown.
        hasChanged: async () => true,
      });
    } catch (error) {
      if (error instanceof Interrupted) return null;
      throw error;
    }
  }
  await serveFilling(database, { encoder: encoder.version, version });
  const ofPast = await fillPastBeside(deps, embedder);
  return ofPast === null ? null : embedded + ofPast;
}

/**
 * The same of past texts, once questions about the documents in force are served: until they are filled, the answers
 * about a day say so.
 */
async function fillPastBeside(deps: FillingDeps, embedder: Embedder): Promise<number | null> {
  const { database, encoder, index, mayGoOn } = deps;
  const { version } = embedder;
  const { missing, lacking } = await readBacklog(database, version, "past");
  if (missing > 0) await recordPastLacking(database, version, lacking.length);
  const texts = readPassageTexts(database, lacking, version);
  for await (const batch of batchesOf(texts, encoder.passagesAtOnce)) {
    if (!(await mayGoOn())) return null;
    await embedBatch(database, embedder, batch);
  }
  if (!(await mayGoOn())) return null;
  try {
    await fillPast(database, index, version, { ...UNFOLLOWED, wrote: () => goOn(deps) });
  } catch (error) {
    if (error instanceof Interrupted) return null;
    throw error;
  }
  return missing;
}

async function goOn({ mayGoOn }: FillingDeps): Promise<void> {
  if (!(await mayGoOn())) throw new Interrupted();
}

/** Null when there is no corpus model to stand beside: before a first ingestion, or one of this release. */
async function prepareEmbedder({ database, encoder }: FillingDeps): Promise<Embedder | null> {
  const active = partsOf((await readActiveEmbedder(database)) ?? "");
  if (active.corpus === null || active.encoder !== null) return null;
  const model = await readModel(database, active.corpus);
  return model === null ? null : embedderBeside(database, encoder, model);
}

/** Returns how many there were; null when it had to stop before the end. */
async function embedMissing(deps: FillingDeps, embedder: Embedder): Promise<number | null> {
  const { database, encoder, clock, mayGoOn } = deps;
  const { version } = embedder;
  const backlog = await readBacklog(database, version);
  let { missing } = backlog;
  const record = () => {
    const state = { encoder: encoder.version, version, passages: backlog.passages, missing };
    return recordFilling(database, state, clock());
  };
  await record();
  const texts = readPassageTexts(database, backlog.lacking, version);
  for await (const batch of batchesOf(texts, encoder.passagesAtOnce)) {
    if (!(await mayGoOn())) return null;
    await embedBatch(database, embedder, batch);
    // One text may be in several documents.
    missing = Math.max(0, missing - batch.length);
    await record();
  }
  missing = 0;
  await record();
  return backlog.missing;
}
