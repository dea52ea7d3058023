import type { EmbeddingsConfig, OpenaiConfig } from "../../../config/embeddings.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { completeEncoder } from "../../../search/embeddings/completed/index.ts";
import type { CorpusModel } from "../../../search/embeddings/corpus/index.ts";
import { readFillings } from "../../../search/embeddings/fillings.ts";
import { dimensionsOf, learnDimensions, openaiEncoder } from "../../../search/embeddings/openai/index.ts";
import { DIMENSIONS, type Embedder, type Encoder } from "../../../search/embeddings/port.ts";
import { readBacklog } from "../passages/passage-texts.ts";
import { keepingBlocks } from "./kept-blocks.ts";

/** Where the vectors beside the corpus model's come from. */
export interface LanguageModels {
  readonly embeddings: EmbeddingsConfig;
  /** This process's model, used without a service, if any. */
  readonly model?: Encoder | null;
}

/**
 * The language model to use: the service's, or this process's; null when there is none.
 * @throws {EngineUnavailable} when the service is unavailable, or its vectors can't be stored.
 */
export async function findEncoder(
  database: Database,
  { embeddings, model }: LanguageModels,
): Promise<Encoder | null> {
  if (embeddings.kind === "corpus") return model ?? null;
  return openaiEncoder(embeddings, await findDimensions(database, embeddings));
}

/** Whether an encoder comes from these settings, even while its service is unavailable. */
export function isOf({ embeddings, model }: LanguageModels, encoder: string): boolean {
  if (embeddings.kind === "corpus") return model?.version === encoder;
  return dimensionsOf(embeddings, encoder) !== null;
}

/** The dimensions of the stored vectors when none is missing, which spares asking the service. */
async function findDimensions(database: Database, config: OpenaiConfig): Promise<number> {
  for (const { encoder, version } of await readFillings(database)) {
    const known = dimensionsOf(config, encoder);
    if (known !== null && (await readBacklog(database, version)).missing === 0) return known;
  }
  return await learnDimensions(config);
}

/** The embedder that a language model forms with a corpus model, which completes its vectors where needed. */
export function embedderBeside(database: Database, encoder: Encoder, model: CorpusModel): Embedder {
  const isWhole = encoder.dimensions === DIMENSIONS;
  return completeEncoder(isWhole ? encoder : keepingBlocks(database, encoder), model);
}
