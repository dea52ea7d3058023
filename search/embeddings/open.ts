import { LRUCache } from "lru-cache";
import type { EmbeddingsConfig } from "../../config/embeddings.ts";
import { EngineUnavailable } from "../../db/engine/unavailable.ts";
import type { Database } from "../../db/postgres/database.ts";
import { completeEncoder, partsOf } from "./completed/embedder.ts";
import { corpusEmbedder } from "./corpus/blocks.ts";
import type { LanguageModel } from "./language-model.ts";
import { readModel } from "./models.ts";
import { openaiEncoder } from "./openai/embedder.ts";
import { dimensionsOf } from "./openai/version.ts";
import type { Embedder, Encoder } from "./port.ts";

/** The embedders of questions, by version of vectors. */
export interface QuestionEmbedders {
  /** Whether this process can open the embedder that made the vectors of a version. */
  canHave(version: string): boolean;
  /** The embedder that made the vectors of a version. @throws {EngineUnavailable} when it can't be opened */
  of(version: string): Promise<Embedder>;
}

/** The vectors of a language model, and those of the corpus model that fill in for it. */
const KEPT_EMBEDDERS = 2;

/** Caches the embedders in use: reading a corpus model takes a second, and it changes only with a training. */
export function openQuestionEmbedders(
  config: EmbeddingsConfig,
  database: Database,
  model: LanguageModel | null = null,
): QuestionEmbedders {
  const opened = new LRUCache<string, Promise<Embedder>>({ max: KEPT_EMBEDDERS });
  const findEncoder = (version: string) => encoderOf(config, model, version);
  return {
    canHave(version) {
      const { encoder } = partsOf(version);
      return encoder === null || findEncoder(encoder) !== null;
    },
    of(version) {
      const known = opened.get(version);
      if (known !== undefined) return known;
      const embedder = openEmbedder(database, version, findEncoder);
      opened.set(version, embedder);
      embedder.catch(() => opened.delete(version));
      return embedder;
    },
  };
}

async function openEmbedder(
  database: Database,
  version: string,
  findEncoder: (version: string) => Encoder | null,
): Promise<Embedder> {
  const parts = partsOf(version);
  const encoder = parts.encoder === null ? null : findEncoder(parts.encoder);
  if (parts.encoder !== null && encoder === null) throw otherEmbedder();
  if (parts.corpus === null && encoder !== null) return encoder;
  const corpus = parts.corpus === null ? null : await readModel(database, parts.corpus);
  if (corpus === null) throw otherEmbedder();
  return encoder === null ? corpusEmbedder(corpus) : completeEncoder(encoder, corpus);
}

/** The encoder of a version; null when this process does not have it. */
function encoderOf(config: EmbeddingsConfig, model: LanguageModel | null, version: string): Encoder | null {
  if (config.kind === "corpus")
    return model?.encoder.version === version && model.isKept() ? model.encoder : null;
  const dimensions = dimensionsOf(config, version);
  return dimensions === null ? null : openaiEncoder(config, dimensions);
}

function otherEmbedder(): EngineUnavailable {
  const message =
    "Les vecteurs ont été calculés par un autre modèle que celui de la configuration : relancez une ingestion.";
  return new EngineUnavailable("embeddings", message);
}
