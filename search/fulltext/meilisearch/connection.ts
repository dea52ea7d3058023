import {
  type EnqueuedTask,
  Meilisearch,
  MeilisearchApiError,
  MeilisearchRequestError,
  MeilisearchRequestTimeOutError,
  type Task,
} from "meilisearch";
import { networkCause } from "../../../db/engine/outage-log.ts";
import { EngineUnavailable } from "../../../db/engine/unavailable.ts";
import { callHeaders } from "../../../db/tracing/span.ts";

/** Address and settings of the indexes; plain values, which can be sent to a thread. */
export interface MeilisearchConfig {
  readonly url: string;
  readonly key: string;
  /** Name of the index of the texts in force; those of the titles and of past texts are derived from it. */
  readonly index: string;
  /** Whether the worker preserves ranking rules and synonyms changed directly in the index. */
  readonly keepsSettings: boolean;
  /** Timeout of one request of the worker; `WRITE_LIMIT_MS` when absent. */
  readonly answerLimitMs?: number;
  /** Timeout of one task of the worker; `TASK_LIMIT_MS` when absent. */
  readonly taskLimitMs?: number;
}

/** One configuration for each server of `url`. */
export function eachServer<Settings extends { readonly url: string }>(config: Settings): Settings[] {
  return config.url.split(",").map((url) => ({ ...config, url }));
}

/** Timeout of one request of the API: beyond it, a quick failure serves the caller better. */
export const READ_LIMIT_MS = 2_000;
/** Timeout of one request of the worker, which may carry megabytes to a busy server. */
const WRITE_LIMIT_MS = 60_000;
/** Timeout of one task: an index of the whole corpus is built in about a minute. */
const TASK_LIMIT_MS = 1_800_000;
/** Small tasks take some 20 ms, large ones minutes. */
const FIRST_PAUSE_MS = 25;
const LAST_PAUSE_MS = 500;

/** Small compressed responses wait 40 ms on a kept-alive connection (delayed ACK), plain ones take 1 ms. */
const PLAIN_ANSWERS = { "accept-encoding": "identity" };

export function titlesOf(index: string): string {
  return `${index}-titres`;
}

/** Name of the index of the texts that are no longer in force. */
export function pastOf(index: string): string {
  return `${index}-passes`;
}

export function connect(config: MeilisearchConfig, timeLimitMs: number): Meilisearch {
  const { url, key } = config;
  return new Meilisearch({
    host: url,
    apiKey: key,
    timeout: timeLimitMs,
    defaultWaitOptions: { timeout: config.taskLimitMs ?? TASK_LIMIT_MS },
    requestInit: { headers: PLAIN_ANSWERS },
  });
}

/** Options of a call made for a request of the API: a proxy in front of the server may log its identifier. */
export function traced(): { headers: Record<string, string> } {
  return { headers: callHeaders() };
}

/** Connects with the worker's timeout, since it can wait. */
export function connectToWrite(config: MeilisearchConfig): Meilisearch {
  return connect(config, config.answerLimitMs ?? WRITE_LIMIT_MS);
}

/**
 * Returns the server's response; retries once when the connection breaks.
 * @throws {EngineUnavailable} when the server is down, slow, failing, or refuses the key, or when the index is
 * missing or of another version; the message contains neither address nor key.
 */
export async function ask<Answer>(request: () => PromiseLike<Answer>): Promise<Answer> {
  try {
    return await request().then(undefined, (error: unknown) => {
      if (!isBroken(error)) throw error;
      return request();
    });
  } catch (error) {
    throw unavailableBy(error) ?? error;
  }
}

/** Called between two polls of a task; throwing ends the wait, not the task. */
export type OnWait = () => Promise<void>;

/** Waits for a task, limiting each poll, as the library does not. @throws {EngineUnavailable} beyond the limit */
export async function waitForEnd(client: Meilisearch, taskUid: number, onWait?: OnWait): Promise<Task> {
  const deadline = performance.now() + (client.config.defaultWaitOptions?.timeout ?? TASK_LIMIT_MS);
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(1.5 * pauseMs, LAST_PAUSE_MS)) {
    const task = await ask(() => client.tasks.getTask(taskUid));
    await onWait?.();
    if (task.status !== "enqueued" && task.status !== "processing") return task;
    if (performance.now() > deadline) throw unfinished(task);
    await Bun.sleep(pauseMs);
  }
}

/** Waits until the server has finished the task. @throws {EngineUnavailable} when it fails, or can't be told */
export async function finished(client: Meilisearch, { taskUid }: EnqueuedTask): Promise<void> {
  const fault = taskFault(await waitForEnd(client, taskUid));
  if (fault !== null) throw fault;
}

/** Why a finished task failed; null when it succeeded. */
export function taskFault({ status, error }: Task): EngineUnavailable | null {
  if (status === "succeeded") return null;
  const code = error?.code ?? status;
  return unavailable(`Le serveur Meilisearch n'a pas pu mener une tâche à bien (${code}).`, error);
}

function unfinished(cause: unknown): EngineUnavailable {
  return unavailable("Le serveur Meilisearch n'a pas fini à temps une tâche qu'il avait acceptée.", cause);
}

/** Whether the error means that the index does not exist. */
export function isMissingIndex(error: unknown): boolean {
  return error instanceof EngineUnavailable && codeOf(error.cause) === "index_not_found";
}

/** Whether a search named attributes of an index without documents: the server knows none of them yet. */
export function isWithoutAttributes(error: unknown): boolean {
  return error instanceof MeilisearchApiError && codeOf(error) === "invalid_search_attributes_to_search_on";
}

function isBroken(error: unknown): boolean {
  return error instanceof MeilisearchRequestError && !isTimeout(error);
}

function isTimeout(error: Error): boolean {
  return error.cause instanceof MeilisearchRequestTimeOutError;
}

function unavailableBy(error: unknown): EngineUnavailable | null {
  if (error instanceof MeilisearchApiError) {
    const message = refusalOf(error);
    return message === null ? null : unavailable(message, error);
  }
  if (error instanceof MeilisearchRequestError) {
    const cause = networkCause(error);
    const away = cause === null ? "ne répond pas" : `ne répond pas : ${cause}`;
    const fault = isTimeout(error) ? "n'a pas répondu à temps" : away;
    return unavailable(`Le serveur Meilisearch de MEILI_URL ${fault}.`, error);
  }
  // A proxy in between responds with something other than JSON.
  return error instanceof SyntaxError
    ? unavailable("Ce qui répond à MEILI_URL n'est pas Meilisearch.", error)
    : null;
}

/** Null for a request that the server rightly refuses: a bug of ours. */
function refusalOf(error: MeilisearchApiError): string | null {
  const { status } = error.response;
  if (status === 401 || status === 403)
    return "Le serveur Meilisearch refuse la clé de MEILI_KEY ou de MEILI_SEARCH_KEY.";
  switch (codeOf(error)) {
    case "task_not_found":
      return "Le serveur Meilisearch a perdu une tâche qu'il avait acceptée.";
    case "index_not_found":
      return "L'index plein texte n'est pas encore construit.";
    case "invalid_search_filter":
    case "invalid_search_facets":
    case "invalid_document_filter":
      return "L'index plein texte est celui d'une autre version : le worker le refait.";
    default:
      return status < 500 && status !== 408 && status !== 429
        ? null
        : `Le serveur Meilisearch répond par une erreur (${status}).`;
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof MeilisearchApiError ? error.cause?.code : undefined;
}

function unavailable(message: string, cause: unknown): EngineUnavailable {
  return new EngineUnavailable("meilisearch", message, { cause });
}
