import { QdrantClient } from "@qdrant/js-client-rest";
import { EngineUnavailable } from "../../../db/engine/unavailable.ts";

/** Where a Qdrant server is, and what our collections are called there. */
export interface QdrantConnection {
  readonly url: string;
  readonly apiKey: string | null;
  /** Beginning of the names of our aliases and collections, and of no others. */
  readonly prefix: string;
  /** Of the collections to come, in a cluster; absent = those of a single node. */
  readonly shards?: number;
  readonly replicas?: number;
  /** Whether nothing may be lost to a graph (`BITS` of `layout.ts`); false when absent. */
  readonly exact?: boolean;
  /** Of one write; `TIME_LIMIT_MS` of the index when absent. */
  readonly answerLimitMs?: number;
}

/** Compressed, a small answer comes 43 ms later: Bun's client waits for an end that a kept connection does not give. */
const PLAIN_ANSWERS = { "accept-encoding": "identity" };

/** The client for a server, each request bounded by `timeoutMs`. */
export function connectQdrant({ url, apiKey }: QdrantConnection, timeoutMs: number): QdrantClient {
  const { protocol, hostname, port, pathname } = new URL(url);
  return new QdrantClient({
    // Taken apart: given whole, the client drops the path, and asks port 6333 where none is written.
    host: hostname,
    https: protocol === "https:",
    port: port === "" ? null : Number(port),
    prefix: pathname === "/" ? "" : pathname.replace(/\/+$/, ""),
    // As a header: given as `apiKey`, it makes the client print a warning in the midst of our logs.
    headers: { ...PLAIN_ANSWERS, ...(apiKey === null ? {} : { "api-key": apiKey }) },
    timeout: timeoutMs,
    checkCompatibility: false,
  });
}

/**
 * What `work` gives.
 * @throws {EngineUnavailable} for whatever the server or the network refuses; the cause keeps the reason.
 */
export async function reaching<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw new EngineUnavailable("qdrant", wordingOf(error), { cause: error });
  }
}

/** Whether what `reaching` threw says that the collection or the alias named is not there. */
export function isAbsent(error: unknown): boolean {
  return error instanceof EngineUnavailable && statusOf(error.cause) === 404;
}

/** Of the client's ApiError; other errors have none. */
function statusOf(error: unknown): unknown {
  return error instanceof Error && "status" in error ? error.status : null;
}

function wordingOf(error: unknown): string {
  const status = statusOf(error);
  if (status === 401 || status === 403) return "Qdrant refuse la clé de QDRANT_API_KEY.";
  if (status === 404) return "L'index vectoriel n'est pas encore construit dans Qdrant.";
  return "Qdrant ne répond pas comme attendu.";
}
