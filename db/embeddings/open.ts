import type { EmbeddingsConfig } from "../config.ts";
import { EngineUnavailable } from "../engine/unavailable.ts";
import type { Database } from "../postgres/database.ts";
import { corpusEmbedder } from "./corpus/index.ts";
import { readModel } from "./models.ts";
import { openaiEmbedder } from "./openai/index.ts";
import type { Embedder } from "./port.ts";

/** Who embeds the questions. */
export interface QuestionEmbedders {
  /**
   * The embedder that made the vectors of a version.
   * @throws {EngineUnavailable} when it is not the one of the configuration, or can't be had.
   */
  of(version: string): Promise<Embedder>;
}

export function openQuestionEmbedders(config: EmbeddingsConfig, database: Database): QuestionEmbedders {
  if (config.kind === "corpus") return new CorpusEmbedders(database);
  const embedder = openaiEmbedder(config);
  return {
    async of(version) {
      if (version === embedder.version) return embedder;
      throw new EngineUnavailable("embeddings", OTHER_EMBEDDER);
    },
  };
}

const OTHER_EMBEDDER =
  "Les vecteurs ont été calculés par un autre modèle que celui de la configuration : relancez une ingestion.";

/** Keeps the model in use: reading one takes a second, and it changes with a training only. */
class CorpusEmbedders implements QuestionEmbedders {
  private current: { readonly version: string; readonly embedder: Promise<Embedder> } | null = null;

  constructor(private readonly database: Database) {}

  of(version: string): Promise<Embedder> {
    if (this.current?.version === version) return this.current.embedder;
    const current = { version, embedder: this.read(version) };
    this.current = current;
    current.embedder.catch(() => {
      if (this.current === current) this.current = null;
    });
    return current.embedder;
  }

  private async read(version: string): Promise<Embedder> {
    const model = await readModel(this.database, version);
    if (model === null) throw new EngineUnavailable("embeddings", OTHER_EMBEDDER);
    return corpusEmbedder(model);
  }
}
