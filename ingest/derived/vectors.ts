import type { EmbeddingsConfig } from "../../db/config.ts";
import { partsOf } from "../../db/embeddings/completed/index.ts";
import {
  activateEmbedder,
  forgetFillings,
  readFillings,
  recordFilling,
} from "../../db/embeddings/fillings.ts";
import { removeModelsExcept } from "../../db/embeddings/models.ts";
import { dropOtherVectors } from "../../db/ingestion/embedding.ts";
import { settleDebt } from "../../db/ingestion/indexing.ts";
import type { Database } from "../../db/postgres/database.ts";
import { readDebts } from "../../db/postgres/health.ts";
import { announceChange, readActiveEmbedder } from "../../db/queries/corpus.ts";
import type { Judgement, VectorIndex } from "../../db/vectors/port.ts";
import type { Journal } from "../journal/journal.ts";
import { prepareEmbedder } from "./embedder.ts";
import type { Task } from "./in-step/task.ts";
import { rebuildBeside } from "./in-step.ts";
import { readBacklog } from "./passages/read.ts";
import { runDerivedStage, type StoreOutcome } from "./stage.ts";
import { derivedVectors } from "./vectors/derived-index.ts";
import { embedMissing } from "./vectors/embed.ts";
import { fillIndex } from "./vectors/fill.ts";
import { sampleOf, tellJudgement } from "./vectors/sample.ts";
import { UNTOLD, workOf } from "./vectors/work.ts";

/** What semantic search is made of. */
export interface VectorStores {
  readonly embeddings: EmbeddingsConfig;
  /** Null when the vectors of the relational store are searched as they are. */
  readonly index: VectorIndex | null;
}

/**
 * The stage of a run that embeds the passages that have no vector yet and makes the vector index equal to the
 * relational store, whatever state it is in.
 */
export async function syncVectors(
  database: Database,
  stores: VectorStores,
  journal: Journal,
  now: Date,
): Promise<StoreOutcome> {
  return await runDerivedStage({ database, store: "vectors", journal, now }, (task) =>
    embedAndFill(database, stores, journal, { task, now }),
  );
}

/** Embeds what is missing and fills a new index beside the live one, whatever that one holds. */
export async function rebuildVectors(database: Database, stores: VectorStores): Promise<void> {
  const { embeddings, index } = stores;
  const embedder = await prepareEmbedder(database, embeddings, UNTOLD);
  await embedMissing(database, embedder, UNTOLD);
  if (index !== null) {
    const sample = sampleOf(database, embedder, { onWait: async () => {}, judged() {} });
    await rebuildBeside(derivedVectors(database, index, embedder.version, sample));
  }
  await switchTo(database, embedder.version, { index, now: new Date() });
  await settleDebt(database, "vectors");
}

async function embedAndFill(
  database: Database,
  { embeddings, index }: VectorStores,
  journal: Journal,
  { task, now }: { readonly task: Task; readonly now: Date },
): Promise<void> {
  const work = workOf(task, journal);
  const embedder = await prepareEmbedder(database, embeddings, work);
  const { passages, missing: embedded } = await embedMissing(database, embedder, work);
  if (index === null) {
    task.tally("added", embedded);
    task.tally("unchanged", passages - embedded);
    if (embedded > 0) await announceChange(database);
  } else {
    const told = {
      onWait: () => journal.advance(null),
      judged(judgement: Judgement) {
        const remark = tellJudgement(judgement);
        if (remark !== null) journal.warn(remark);
      },
    };
    // A debt is this run's, which wrote, or that of one which was cut short after it wrote.
    const hasChanged = async () => (await readDebts(database)).some(({ store }) => store === "vectors");
    await fillIndex(database, index, { embedder, follower: task, told, hasChanged });
  }
  await switchTo(database, embedder.version, { index, now });
}

/**
 * Has readers compare with a version; what the others left then serves nobody, but for the vectors that a language model
 * makes beside, and its own blocks of them.
 */
async function switchTo(database: Database, version: string, { index, now }: SwitchOptions): Promise<void> {
  if ((await readActiveEmbedder(database)) !== version) await activateEmbedder(database, version);
  const { encoder, corpus } = partsOf(version);
  if (encoder !== null) await forgetFillings(database);
  const fillings = await readFillings(database);
  await index?.keepOnly([version, ...fillings.map((filling) => filling.version)]);
  const kept = [version, encoder, ...fillings.flatMap((filling) => [filling.version, filling.encoder])];
  await dropOtherVectors(
    database,
    kept.filter((one) => one !== null),
  );
  await removeModelsExcept(database, corpus === null ? [] : [corpus]);
  for (const filling of fillings) {
    const { passages, missing } = await readBacklog(database, filling.version);
    await recordFilling(database, { ...filling, passages, missing }, now);
  }
}

interface SwitchOptions {
  readonly index: VectorIndex | null;
  readonly now: Date;
}
