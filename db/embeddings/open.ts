import type { EmbeddingsConfig } from "../config.ts";
import { EngineUnavailable } from "../engine/unavailable.ts";
import type { Database } from "../postgres/database.ts";
import { completeEncoder, partsOf } from "./completed/index.ts";
import { corpusEmbedder } from "./corpus/index.ts";
import { readModel } from "./models.ts";
import { dimensionsOf, openaiEncoder } from "./openai/index.ts";
import type { Embedder, Encoder } from "./port.ts";

/** Who embeds the questions. */
export interface QuestionEmbedders {
  /**
   * The embedder that made the vectors of a version.
   * @throws {EngineUnavailable} when it is not the one of the configuration, or can't be had.
   */
  of(version: string): Promise<Embedder>;
}

/** Keeps the embedder in use: reading a corpus model takes a second, and it changes with a training only. */
export function openQuestionEmbedders(config: EmbeddingsConfig, database: Database): QuestionEmbedders {
  let current: { readonly version: string; readonly embedder: Promise<Embedder> } | null = null;
  return {
    of(version) {
      if (current?.version === version) return current.embedder;
      const opened = { version, embedder: openEmbedder(config, database, version) };
      current = opened;
      opened.embedder.catch(() => {
        if (current === opened) current = null;
      });
      return opened.embedder;
    },
  };
}

const OTHER_EMBEDDER =
  "Les vecteurs ont été calculés par un autre modèle que celui de la configuration : relancez une ingestion.";

async function openEmbedder(
  config: EmbeddingsConfig,
  database: Database,
  version: string,
): Promise<Embedder> {
  const parts = partsOf(version);
  const encoder = openEncoder(config, parts.encoder);
  if (parts.corpus === null && encoder !== null) return encoder;
  const model = parts.corpus === null ? null : await readModel(database, parts.corpus);
  if (model === null) throw new EngineUnavailable("embeddings", OTHER_EMBEDDER);
  return encoder === null ? corpusEmbedder(model) : completeEncoder(encoder, model);
}

/** The encoder of a version; null when it has none. */
function openEncoder(config: EmbeddingsConfig, version: string | null): Encoder | null {
  if (version === null && config.kind === "corpus") return null;
  const dimensions = version !== null && config.kind === "openai" ? dimensionsOf(config, version) : null;
  if (config.kind === "openai" && dimensions !== null) return openaiEncoder(config, dimensions);
  throw new EngineUnavailable("embeddings", OTHER_EMBEDDER);
}
