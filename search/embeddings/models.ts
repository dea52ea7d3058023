import type { Database } from "../../db/postgres/database.ts";
import { anyOf, columnsOf } from "../../db/postgres/statements.ts";
import { embeddingModels } from "../../db/schema/embeddings.ts";
import { type CorpusModel, parseModel, serializeModel } from "./corpus/model.ts";

/** A stored model without its content. */
type StoredModel = typeof embeddingModels.$inferSelect;

/** A statement of this size blocks PGlite for 10 ms; a whole model of 30 MB would block it for one second. */
const PART_BYTES = 512 * 1024;

/** Saves a model as the latest. Readers ignore it until its last part is written. */
export async function saveModel({ $client: sql }: Database, model: CorpusModel): Promise<void> {
  const { version, passages } = model;
  const bytes = serializeModel(model);
  for (let part = 0; part * PART_BYTES < bytes.length; part++) {
    const piece = bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES);
    await sql`
      insert into embedding_model_parts (version, part, bytes) values (${version}, ${part}, ${piece})
      on conflict do nothing`;
  }
  await sql`
    insert into embedding_models (version, passages, trained_at) values (${version}, ${passages}, ${new Date()})
    on conflict (version) do update set trained_at = excluded.trained_at`;
}

/** The latest model, or null before the first training. */
export async function newestModel({ $client: sql }: Database): Promise<StoredModel | null> {
  const [newest] = await sql<StoredModel[]>`
    select ${columnsOf(sql, embeddingModels)} from embedding_models order by trained_at desc limit 1`;
  return newest ?? null;
}

/** Reads a model by version; null when it is not stored, or was written by another version of the algorithm. */
export async function readModel({ $client: sql }: Database, version: string): Promise<CorpusModel | null> {
  const [model] = await sql`select from embedding_models where version = ${version}`;
  if (model === undefined) return null;
  for (const parts: Uint8Array[] = []; ; ) {
    const [row] = await sql<{ bytes: Uint8Array }[]>`
      select bytes from embedding_model_parts where version = ${version} and part = ${parts.length}`;
    if (row === undefined) return parseModel(Buffer.concat(parts));
    parts.push(row.bytes);
  }
}

/** Deletes all other models. Call once no question is compared with their vectors any more. */
export async function removeModelsExcept({ $client: sql }: Database, kept: readonly string[]): Promise<void> {
  await sql`delete from embedding_models where not version = ${anyOf(sql, kept)}`;
  await sql`delete from embedding_model_parts where not version = ${anyOf(sql, kept)}`;
}
