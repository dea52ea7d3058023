import type { OpenaiConfig } from "../../../config/embeddings.ts";
import { type JsonAnswer, NoAnswer, postJson } from "../../../db/engine/post.ts";
import { EngineUnavailable } from "../../../db/engine/unavailable.ts";
import { DIMENSIONS } from "../port.ts";
import { readEmbeddings, type SizedEmbeddings } from "./answer.ts";
import { TransientFault } from "./transient.ts";

/**
 * Size limits of an answer: JSON writes a number in some 20 characters, and indents it; a model of more dimensions than
 * we store is still read, to be named. The rest of an answer is a few hundred bytes.
 */
const COMPONENT_BYTES = 32;
const MOST_COMPONENTS = 4 * DIMENSIONS;
const REST_BYTES = 64 * 1024;

/** What one call sends. */
export interface EmbeddingRequest {
  readonly model: string;
  /** A few, all non-empty. */
  readonly texts: readonly string[];
  /** Required of the response; null while they are unknown. */
  readonly dimensions: number | null;
}

/**
 * One call of `POST /v1/embeddings` (OpenAI API reference).
 * @throws {TransientFault} when a retry may succeed: no response, 429, 5xx.
 * @throws {EngineUnavailable} when the service refuses, or responds with something other than vectors. Messages
 * contain neither the key nor the address.
 */
export async function requestEmbeddings(
  config: OpenaiConfig,
  { model, texts, dimensions }: EmbeddingRequest,
  signal: AbortSignal,
): Promise<SizedEmbeddings> {
  const { status, retryAfterMs, body } = await send(config, { model, texts }, signal);
  if (status === 429 || status >= 500)
    throw transient(`est surchargé ou en panne (statut ${status})`, retryAfterMs);
  if (status !== 200) throw refusal(status);
  return readEmbeddings(body, texts.length, dimensions);
}

async function send(
  { url, apiKey }: OpenaiConfig,
  { model, texts }: Omit<EmbeddingRequest, "dimensions">,
  signal: AbortSignal,
): Promise<JsonAnswer> {
  const mostBytes = REST_BYTES + texts.length * MOST_COMPONENTS * COMPONENT_BYTES;
  const body = { model, input: texts };
  try {
    return await postJson({ url: `${url}/v1/embeddings`, apiKey, body, signal, mostBytes });
  } catch (error) {
    throw error instanceof NoAnswer ? transient(`ne répond pas (${error.reason})`, 0) : error;
  }
}

function transient(state: string, retryAfterMs: number): TransientFault {
  const message = `Le service d'embeddings ${state} : vérifiez EMBEDDINGS_URL et l'état du service.`;
  return new TransientFault("embeddings", message, retryAfterMs);
}

function refusal(status: number): EngineUnavailable {
  const isKeyRefused = status === 401 || status === 403;
  const checked = isKeyRefused
    ? "EMBEDDINGS_API_KEY"
    : "EMBEDDINGS_URL (sans /v1/embeddings) et EMBEDDINGS_MODEL";
  return new EngineUnavailable(
    "embeddings",
    `Le service d'embeddings refuse la demande (statut ${status}) : vérifiez ${checked}.`,
  );
}
