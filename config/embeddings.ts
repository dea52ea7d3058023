import type { EnvironmentReader } from "./environment-reader.ts";

/** What turns texts into vectors: a model trained on the corpus itself, or an OpenAI-compatible service. */
export type EmbeddingsConfig = { readonly kind: "corpus" } | OpenaiConfig;

export interface OpenaiConfig {
  readonly kind: "openai";
  /** The part of the address before `/v1/embeddings`. */
  readonly url: string;
  readonly model: string;
  /** Model name for passages, when different from `model`. */
  readonly passageModel?: string;
  readonly apiKey: string | null;
  /** Prepended to every question and every passage, as some models require; white space is significant. */
  readonly queryPrefix: string;
  readonly passagePrefix: string;
  /** `Embedder.textWeight`. */
  readonly textWeight: number;
}

const MAX_TEXT_WEIGHT = 10;
const OPENAI_VARIABLES = ["MODEL", "PASSAGE_MODEL", "API_KEY", "QUERY_PREFIX", "PASSAGE_PREFIX", "BETA"].map(
  (name) => `EMBEDDINGS_${name}`,
);

/** Reads the embeddings settings. */
export function readEmbeddings(read: EnvironmentReader): EmbeddingsConfig {
  if (read.text("EMBEDDINGS_URL") === null) {
    for (const name of OPENAI_VARIABLES)
      read.absent(name, "sans EMBEDDINGS_URL, cette variable est sans effet.");
    return { kind: "corpus" };
  }
  const passageModel = read.text("EMBEDDINGS_PASSAGE_MODEL");
  return {
    kind: "openai",
    url: read.url("EMBEDDINGS_URL", ["http:", "https:"])?.replace(/\/+$/, "") ?? "",
    model: read.present("EMBEDDINGS_MODEL", "le nom du modèle est attendu avec EMBEDDINGS_URL."),
    ...(passageModel === null ? {} : { passageModel }),
    apiKey: read.headerValue("EMBEDDINGS_API_KEY"),
    queryPrefix: read.verbatim("EMBEDDINGS_QUERY_PREFIX"),
    passagePrefix: read.verbatim("EMBEDDINGS_PASSAGE_PREFIX"),
    textWeight: read.decimal("EMBEDDINGS_BETA", 1, MAX_TEXT_WEIGHT),
  };
}
