import type { OpenaiConfig } from "../../../config/embeddings.ts";
import { type Patience, type RetryOptions, retry } from "../../../db/engine/retry.ts";
import { TEXT_WEIGHT } from "../../weights.ts";
import type { Embedding, Encoder } from "../port.ts";
import type { SizedEmbeddings } from "./answer.ts";
import { type EmbeddingRequest, requestEmbeddings } from "./request.ts";
import { TransientFault } from "./transient.ts";
import { openaiVersion } from "./version.ts";

/** How long to retry a call to the service. */
interface CallPatience extends Patience {
  /** Timeout of one attempt. */
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
  /**
   * After a failed question, how long to fail the next ones without calling the service: meanwhile other vectors
   * respond at once.
   */
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
 * The model of any OpenAI-compatible service. A blank text has no vector and is not sent. `ping` embeds one word,
 * which also checks the key, the model and its dimensions, unless the last call succeeded less than half a minute
 * ago. After a failed question, the next ones fail for a while without calling the service. All faults are
 * `EngineUnavailable`.
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

/**
 * Determines the dimensions of a service's model by embedding one word.
 * @throws {EngineUnavailable} when it does not respond, or when such dimensions can't be stored.
 */
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
