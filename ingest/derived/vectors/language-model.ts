import type { EmbeddingsConfig, OpenaiConfig } from "../../../config/embeddings.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { completeEncoder } from "../../../search/embeddings/completed/index.ts";
import type { CorpusModel } from "../../../search/embeddings/corpus/index.ts";
import { readFillings } from "../../../search/embeddings/fillings.ts";
import { dimensionsOf, learnDimensions, openaiEncoder } from "../../../search/embeddings/openai/index.ts";
import { DIMENSIONS, type Embedder, type Encoder } from "../../../search/embeddings/port.ts";
import { readBacklog } from "../passages/read.ts";
import { keepingBlocks } from "./kept-blocks.ts";

/** Who makes the vectors that stand beside those of the corpus model. */
export interface LanguageModels {
  readonly embeddings: EmbeddingsConfig;
  /** The model of this process, for want of a service, where there is one. */
  readonly model?: Encoder | null;
}

/**
 * The language model that is to be used: that of the service, or of this process; null when there is none.
 * @throws {EngineUnavailable} when the service is away, or gives what can't be stored.
 */
export async function findEncoder(
  database: Database,
  { embeddings, model }: LanguageModels,
): Promise<Encoder | null> {
  if (embeddings.kind === "corpus") return model ?? null;
  return openaiEncoder(embeddings, await findDimensions(database, embeddings));
}

/** Whether an encoder is the one that these would give, be its service away. */
export function isOf({ embeddings, model }: LanguageModels, encoder: string): boolean {
  if (embeddings.kind === "corpus") return model?.version === encoder;
  return dimensionsOf(embeddings, encoder) !== null;
}

/** Those of its vectors, when none is missing: the service is then asked for nothing. */
async function findDimensions(database: Database, config: OpenaiConfig): Promise<number> {
  for (const { encoder, version } of await readFillings(database)) {
    const known = dimensionsOf(config, encoder);
    if (known !== null && (await readBacklog(database, version)).missing === 0) return known;
  }
  return await learnDimensions(config);
}

/** The embedder that a language model makes beside a corpus model, completed by it where it must be. */
export function embedderBeside(database: Database, encoder: Encoder, model: CorpusModel): Embedder {
  const isWhole = encoder.dimensions === DIMENSIONS;
  return completeEncoder(isWhole ? encoder : keepingBlocks(database, encoder), model);
}
