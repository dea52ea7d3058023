import type { OpenaiConfig } from "../../../config/embeddings.ts";
import { type JsonAnswer, NoAnswer, postJson } from "../../../db/engine/post-json.ts";
import { EngineUnavailable } from "../../../db/engine/unavailable.ts";
import { readEmbeddings, type SizedEmbeddings } from "./answer.ts";
import { TransientFault } from "./transient.ts";

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
  const { status, retryAfterMs, body } = await send(config, { model, input: texts }, signal);
  if (status === 429 || status >= 500)
    throw transient(`est surchargé ou en panne (statut ${status})`, retryAfterMs);
  if (status !== 200) throw refusal(status);
  return readEmbeddings(body, texts.length, dimensions);
}

async function send(config: OpenaiConfig, body: object, signal: AbortSignal): Promise<JsonAnswer> {
  try {
    return await postJson({ url: `${config.url}/v1/embeddings`, apiKey: config.apiKey, body, signal });
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
