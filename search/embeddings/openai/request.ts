import type { OpenaiConfig } from "../../../config/embeddings.ts";
import { readRetryAfter } from "../../../db/engine/retry.ts";
import { EngineUnavailable } from "../../../db/engine/unavailable.ts";
import { callHeaders } from "../../../db/tracing/call-context.ts";
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

interface Answer {
  readonly status: number;
  readonly retryAfterMs: number;
  readonly body: string;
}

async function send(config: OpenaiConfig, sent: object, signal: AbortSignal): Promise<Answer> {
  const headers = new Headers({
    ...callHeaders(),
    "Content-Type": "application/json",
    Accept: "application/json",
  });
  if (config.apiKey !== null) headers.set("Authorization", `Bearer ${config.apiKey}`);
  const body = JSON.stringify(sent);
  try {
    // Following a redirection would lose the body, or send the key elsewhere: it is treated as a refusal.
    const options = { method: "POST", headers, body, signal, redirect: "manual" } as const;
    const response = await fetch(`${config.url}/v1/embeddings`, options);
    const retryAfterMs = readRetryAfter(response.headers, Date.now());
    return { status: response.status, retryAfterMs, body: await response.text() };
  } catch (error) {
    throw transient(`ne répond pas (${reasonOf(error)})`, 0);
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "erreur inconnue";
  if (error.name === "TimeoutError") return "délai dépassé";
  return "code" in error ? String(error.code) : error.name;
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
