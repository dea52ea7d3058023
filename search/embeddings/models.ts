import { and, desc, eq, notInArray } from "drizzle-orm";
import type { Database } from "../../db/postgres/database.ts";
import { embeddingModelParts, embeddingModels } from "../../db/schema/embeddings.ts";
import { type CorpusModel, parseModel, serializeModel } from "./corpus/model.ts";

/** A stored model without its content. */
interface StoredModel {
  readonly version: string;
  /** Number of passages in the training set. */
  readonly passages: number;
  readonly trainedAt: Date;
}

/** A statement of this size blocks PGlite for 10 ms; a whole model of 30 MB would block it for one second. */
const PART_BYTES = 512 * 1024;

/** Saves a model as the latest. Readers ignore it until its last part is written. */
export async function saveModel(database: Database, model: CorpusModel): Promise<void> {
  const { version, passages } = model;
  const bytes = serializeModel(model);
  for (let part = 0; part * PART_BYTES < bytes.length; part++) {
    const piece = bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES);
    await database.insert(embeddingModelParts).values({ version, part, bytes: piece }).onConflictDoNothing();
  }
  const trainedAt = new Date();
  await database
    .insert(embeddingModels)
    .values({ version, passages, trainedAt })
    .onConflictDoUpdate({ target: embeddingModels.version, set: { trainedAt } });
}

/** The latest model, or null before the first training. */
export async function newestModel(database: Database): Promise<StoredModel | null> {
  const [newest] = await database
    .select()
    .from(embeddingModels)
    .orderBy(desc(embeddingModels.trainedAt))
    .limit(1);
  return newest ?? null;
}

/** Reads a model by version; null when it is not stored, or was written by another version of the algorithm. */
export async function readModel(database: Database, version: string): Promise<CorpusModel | null> {
  const [model] = await database.select().from(embeddingModels).where(eq(embeddingModels.version, version));
  if (model === undefined) return null;
  const parts: Uint8Array[] = [];
  for await (const part of readParts(database, version)) parts.push(part);
  return parseModel(Buffer.concat(parts));
}

/** Deletes all other models. Call once no question is compared with their vectors any more. */
export async function removeModelsExcept(database: Database, kept: readonly string[]): Promise<void> {
  await database.delete(embeddingModels).where(notInArray(embeddingModels.version, [...kept]));
  await database.delete(embeddingModelParts).where(notInArray(embeddingModelParts.version, [...kept]));
}

async function* readParts(database: Database, version: string): AsyncGenerator<Uint8Array> {
  for (let part = 0; ; part++) {
    const [row] = await database
      .select({ bytes: embeddingModelParts.bytes })
      .from(embeddingModelParts)
      .where(and(eq(embeddingModelParts.version, version), eq(embeddingModelParts.part, part)));
    if (row === undefined) return;
    yield row.bytes;
  }
}
