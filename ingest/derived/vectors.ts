import type { EmbeddingsConfig } from "../../db/config.ts";
import { removeModelsExcept } from "../../db/embeddings/models.ts";
import { dropOtherVectors } from "../../db/ingestion/embedding.ts";
import { settleDebt } from "../../db/ingestion/indexing.ts";
import type { Database } from "../../db/postgres/database.ts";
import { activateEmbedder, announceChange, readActiveEmbedder } from "../../db/queries/corpus.ts";
import type { VectorIndex } from "../../db/vectors/port.ts";
import type { Journal } from "../journal/journal.ts";
import { prepareEmbedder } from "./embedder.ts";
import { type DerivedStage, runDerivedStage } from "./stage.ts";
import { embedMissing } from "./vectors/embed.ts";
import { fillIndex, rebuildIndex } from "./vectors/fill.ts";
import { Task, UNTOLD } from "./vectors/task.ts";

/** What semantic search is made of. */
export interface VectorStores {
  readonly embeddings: EmbeddingsConfig;
  /** Null when the vectors of the relational store are searched as they are. */
  readonly index: VectorIndex | null;
}

/**
 * Embeds the passages that have no vector yet and makes the vector index equal to the relational store. An
 * embedder or an index that fails does not fail the run: the debt is kept, and the next run pays it. False when
 * the vectors are left behind.
 */
export async function syncVectors(
  database: Database,
  stores: VectorStores,
  journal: Journal,
  now: Date,
): Promise<boolean> {
  await journal.beginStage("vectors");
  const task = new Task(journal);
  const stage: DerivedStage = {
    store: "vectors",
    label: "L'index vectoriel",
    undone: "unembedded",
    bringInStep: () => bringInStep(database, stores, task),
    remaining: () => task.remaining,
  };
  return await runDerivedStage(database, stage, journal, now);
}

/** Embeds what is missing and fills a new index beside the live one, whatever that one holds. */
export async function rebuildVectors(database: Database, stores: VectorStores): Promise<void> {
  const { embeddings, index } = stores;
  const embedder = await prepareEmbedder(database, embeddings, UNTOLD);
  await embedMissing(database, embedder, UNTOLD);
  if (index !== null) await rebuildIndex(database, index, embedder.version, UNTOLD);
  await switchTo(database, embedder.version, index);
  await settleDebt(database, "vectors");
}

async function bringInStep(
  database: Database,
  { embeddings, index }: VectorStores,
  task: Task,
): Promise<void> {
  const embedder = await prepareEmbedder(database, embeddings, task);
  const { version } = embedder;
  const { passages, missing: embedded } = await embedMissing(database, embedder, task);
  if (index === null) {
    task.tally("added", embedded);
    task.tally("unchanged", passages - embedded);
  } else await fillIndex(database, index, version, task);
  if (embedded > 0) await announceChange(database);
  await switchTo(database, version, index);
}

/** Has readers compare with a version; what the others left then serves nobody. */
async function switchTo(database: Database, version: string, index: VectorIndex | null): Promise<void> {
  if ((await readActiveEmbedder(database)) !== version) await activateEmbedder(database, version);
  await index?.keepOnly(version);
  await dropOtherVectors(database, version);
  await removeModelsExcept(database, [version]);
}
