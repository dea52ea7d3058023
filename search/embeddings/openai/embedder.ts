import { Type } from "@sinclair/typebox";
import type { OpenaiConfig } from "../../../config/embeddings.ts";
import { InvalidJson, jsonParser } from "../../../db/engine/parse-json.ts";
import { type JsonAnswer, NoAnswer, postJson } from "../../../db/engine/post.ts";
import { type Patience, type RetryOptions, retry } from "../../../db/engine/retry.ts";
import { EngineUnavailable } from "../../../db/engine/unavailable.ts";
import { TEXT_WEIGHT } from "../../weights.ts";
import { DIMENSIONS, type Embedding, type Encoder, MIN_ENCODER_DIMENSIONS } from "../port.ts";
import { norm, normalise } from "../vector.ts";
import { openaiVersion } from "./version.ts";

interface CallPatience extends Patience {
  readonly attemptMs: number;
}

export interface OpenaiLimits {
  /** Texts per request. */
  readonly batch: number;
  /** Concurrent requests for one list of passages. */
  readonly concurrency: number;
  readonly passages: CallPatience;
  /** Someone is waiting: a whole search must take a few seconds at most. */
  readonly question: CallPatience;
  /** How long after a failed question the next ones fail without a call: meanwhile other vectors respond at once. */
  readonly restMs: number;
}

const LIMITS: OpenaiLimits = {
  // What text-embeddings-inference accepts by default.
  batch: 32,
  concurrency: 4,
  passages: { attempts: 6, firstDelayMs: 1_000, attemptMs: 120_000, totalMs: 600_000 },
  question: { attempts: 3, firstDelayMs: 100, attemptMs: 3_000, totalMs: 3_000 },
  restMs: 5_000,
};

const RETRY: RetryOptions = {
  isTransient: (fault) => fault instanceof TransientFault,
  waitAskedMs: (fault) => (fault instanceof TransientFault ? fault.retryAfterMs : 0),
};

/** How long a service that responded counts as available: a public route pings it, and its tokens may be billed. */
const TRUST_MS = 30_000;

/** Short, and in the domain. */
const WORD = "impôt";

/**
 * The model of an OpenAI-compatible service. A blank text has no vector and is not sent. `ping` embeds one word, which
 * also checks the key, the model and its dimensions, unless a call just succeeded. All faults are `EngineUnavailable`.
 * @param dimensions required of every response: see `learnDimensions`.
 */
export function openaiEncoder(
  config: OpenaiConfig,
  dimensions: number,
  limits: OpenaiLimits = LIMITS,
): Encoder {
  let trustedUntilMs = 0;
  const embed = async (model: string, texts: readonly string[], patience: CallPatience) => {
    try {
      const { embeddings } = await insist(config, { model, texts, dimensions }, patience);
      trustedUntilMs = performance.now() + TRUST_MS;
      return embeddings;
    } catch (fault) {
      trustedUntilMs = 0;
      throw fault;
    }
  };
  let refusal: { readonly fault: unknown; readonly untilMs: number } | null = null;
  const ask = async (text: string) => {
    if (refusal !== null && performance.now() < refusal.untilMs) throw refusal.fault;
    try {
      const [vector] = await embed(config.model, [config.queryPrefix + text], limits.question);
      return vector ?? null;
    } catch (fault) {
      refusal = { fault, untilMs: performance.now() + limits.restMs };
      throw fault;
    }
  };
  return {
    version: openaiVersion(config, dimensions),
    dimensions,
    passagesAtOnce: limits.batch * limits.concurrency,
    textWeight: config.textWeight * TEXT_WEIGHT.service,
    async embedPassages(texts) {
      const embeddings: Embedding[] = texts.map(() => null);
      const queue = batches(texts, limits.batch);
      const work = async () => {
        for (const batch of queue) {
          const prefixed = batch.map(({ text }) => config.passagePrefix + text);
          const vectors = await embed(config.passageModel ?? config.model, prefixed, limits.passages);
          batch.forEach(({ position }, index) => {
            embeddings[position] = vectors[index] ?? null;
          });
        }
      };
      await Promise.all(Array.from({ length: limits.concurrency }, work));
      return embeddings;
    },
    async embedQuestion(text) {
      return isBlank(text) ? null : await ask(text);
    },
    async ping() {
      if (performance.now() < trustedUntilMs) return;
      await ask(WORD);
    },
  };
}

/** Embeds one word. @throws {EngineUnavailable} when the service is silent, or its dimensions can't be stored */
export async function learnDimensions(
  config: OpenaiConfig,
  limits: Pick<OpenaiLimits, "question"> = LIMITS,
): Promise<number> {
  const model = config.passageModel ?? config.model;
  const texts = [config.passagePrefix + WORD];
  return (await insist(config, { model, texts, dimensions: null }, limits.question)).dimensions;
}

function insist(
  config: OpenaiConfig,
  request: EmbeddingRequest,
  patience: CallPatience,
): Promise<SizedEmbeddings> {
  const attempt = (remainingMs: number) =>
    requestEmbeddings(config, request, AbortSignal.timeout(Math.min(patience.attemptMs, remainingMs)));
  return retry(attempt, patience, RETRY);
}

interface PlacedText {
  readonly position: number;
  readonly text: string;
}

/** Shared by the workers; a worker that fails closes it, so that the others stop after their batch. */
function* batches(texts: readonly string[], size: number): Generator<readonly PlacedText[]> {
  const placed = texts.map((text, position) => ({ position, text })).filter(({ text }) => !isBlank(text));
  for (let start = 0; start < placed.length; start += size) yield placed.slice(start, start + size);
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}

/**
 * Size limits of an answer: JSON writes a number in some 20 characters, and indents it; a model of more dimensions than
 * we store is still read, to be named. The rest of an answer is a few hundred bytes.
 */
const COMPONENT_BYTES = 32;
const MOST_COMPONENTS = 4 * DIMENSIONS;
const REST_BYTES = 64 * 1024;

interface EmbeddingRequest {
  readonly model: string;
  /** A few, all non-empty. */
  readonly texts: readonly string[];
  /** Required of the response; null while they are unknown. */
  readonly dimensions: number | null;
}

/**
 * `POST /v1/embeddings`. Throws `TransientFault` when a retry may succeed (no response, 429, 5xx), `EngineUnavailable`
 * when refused or given no vectors. Messages contain neither the key nor the address.
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

/** A fault that may pass: the same call can be retried. */
class TransientFault extends EngineUnavailable {
  constructor(
    engine: string,
    message: string,
    /** Wait requested by the service; 0 when it gives none. */
    readonly retryAfterMs: number,
  ) {
    super(engine, message);
  }
}

/** `CreateEmbeddingResponse` of the OpenAI API reference, limited to the fields we read. */
const parseAnswer = jsonParser(
  Type.Object({
    data: Type.Array(Type.Object({ index: Type.Integer(), embedding: Type.Array(Type.Number()) })),
  }),
);

interface SizedEmbeddings {
  readonly dimensions: number;
  readonly embeddings: readonly Embedding[];
}

/** L2-normalised, in the order sent. Throws unless each of the `count` texts has one finite vector of `dimensions`. */
function readEmbeddings(json: string, count: number, dimensions: number | null): SizedEmbeddings {
  const answer = parseAnswer(json);
  if (answer instanceof InvalidJson) throw unreadable("elle n'est pas celle d'un service compatible OpenAI");
  const byIndex = new Map(answer.data.map(({ index, embedding }) => [index, embedding]));
  if (answer.data.length !== count) throw unreadable(`${answer.data.length} vecteurs pour ${count} textes`);
  const expected = dimensions ?? acceptable(answer.data[0]?.embedding.length ?? 0);
  const embeddings = Array.from({ length: count }, (_, index) => toEmbedding(byIndex.get(index), expected));
  return { dimensions: expected, embeddings };
}

function acceptable(dimensions: number): number {
  if (dimensions >= MIN_ENCODER_DIMENSIONS && dimensions <= DIMENSIONS) return dimensions;
  throw new EngineUnavailable(
    "embeddings",
    `Le modèle de EMBEDDINGS_MODEL donne des vecteurs de ${dimensions} dimensions, ${MIN_ENCODER_DIMENSIONS} à ${DIMENSIONS} sont attendues : choisissez un modèle comme BAAI/bge-m3.`,
  );
}

function toEmbedding(components: readonly number[] | undefined, dimensions: number): Embedding {
  if (components === undefined) throw unreadable("un texte n'a pas reçu de vecteur");
  if (components.length !== dimensions) throw otherDimensions(components.length, dimensions);
  const vector = Float32Array.from(components);
  if (!Number.isFinite(norm(vector))) throw unreadable("un vecteur a des nombres démesurés");
  return normalise(vector) ? vector : null;
}

/** The model behind the name has changed, or passages use another model than questions. */
function otherDimensions(dimensions: number, expected: number): EngineUnavailable {
  return new EngineUnavailable(
    "embeddings",
    `Le service d'embeddings donne des vecteurs de ${dimensions} dimensions, après en avoir donné de ${expected} : vérifiez EMBEDDINGS_MODEL et EMBEDDINGS_PASSAGE_MODEL, puis relancez une ingestion.`,
  );
}

function unreadable(reason: string): EngineUnavailable {
  return new EngineUnavailable(
    "embeddings",
    `Réponse inattendue du service d'embeddings (${reason}) : vérifiez EMBEDDINGS_URL.`,
  );
}
