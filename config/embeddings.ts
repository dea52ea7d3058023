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

/** The service that reorders the first results of hybrid search, and how it is asked. */
export interface RerankingConfig {
  /** The whole address that questions are sent to. */
  readonly url: string;
  /** Named in each call, as Cohere and Jina require; null for a text-embeddings-inference, which serves one model. */
  readonly model: string | null;
  readonly apiKey: string | null;
  /** How long a search may wait for it. */
  readonly timeoutMs: number;
  /** `Reranker.weight`. */
  readonly weight: number;
}

/** What one service adds most with depends on its model: measured with a small one (docs/meaning.md). */
export const DEFAULT_RERANK_WEIGHT = 0.03;
const MAX_WEIGHT = 10;

const DEFAULT_TIMEOUT_MS = 2_000;
const MIN_TIMEOUT_MS = 10;
/** Longer than anybody waits for a search. */
const MAX_TIMEOUT_MS = 10_000;
const ENDPOINT = "/rerank";

/** Reads the reranking settings; null when no service is configured. */
export function readReranking(read: EnvironmentReader): RerankingConfig | null {
  if (read.text("RERANK_URL") === null) {
    for (const name of ["RERANK_MODEL", "RERANK_KEY", "RERANK_TIMEOUT_MS", "RERANK_WEIGHT"])
      read.absent(name, "sans RERANK_URL, cette variable est sans effet.");
    return null;
  }
  return {
    url: endpointOf(readAddress(read)),
    model: read.text("RERANK_MODEL"),
    apiKey: read.headerValue("RERANK_KEY"),
    timeoutMs: read.integer("RERANK_TIMEOUT_MS", DEFAULT_TIMEOUT_MS, MIN_TIMEOUT_MS, MAX_TIMEOUT_MS),
    weight: read.decimal("RERANK_WEIGHT", DEFAULT_RERANK_WEIGHT, MAX_WEIGHT),
  };
}

/** The value may contain a password: it is not repeated. */
function readAddress(read: EnvironmentReader): string {
  const address = read.url("RERANK_URL", ["http:", "https:"]);
  if (address === null) return "";
  const { username, password, search, hash } = new URL(address);
  if (`${username}${password}${search}${hash}` !== "")
    read.faults.push(
      "RERANK_URL : une adresse sans utilisateur, « ? » ni « # » est attendue ; une clé se met dans RERANK_KEY.",
    );
  return address;
}

/** Operators copy either the address of the service or that of its route. */
function endpointOf(address: string): string {
  const base = address.replace(/\/+$/, "");
  return base.endsWith(ENDPOINT) ? base : base + ENDPOINT;
}
