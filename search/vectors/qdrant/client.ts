import { QdrantClient, QdrantClientTimeoutError, type Schemas } from "@qdrant/js-client-rest";
import { inTurn } from "../../../db/engine/decorate.ts";
import { networkCause } from "../../../db/engine/outage-log.ts";
import { EngineUnavailable } from "../../../db/engine/unavailable.ts";

/** Address of a Qdrant server, and naming and layout of our collections. */
export interface QdrantConnection {
  /** Addresses of the server, or of the nodes of a cluster, by commas. */
  readonly url: string;
  readonly apiKey: string | null;
  /** Prefix of the names of our aliases and collections, and of no others. */
  readonly prefix: string;
  /** For future collections, in a cluster; absent = the defaults of a single node. */
  readonly shards?: number;
  readonly replicas?: number;
  /** Whether to avoid the approximation of a graph (`BITS` of `collection-names.ts`); false when absent. */
  readonly exact?: boolean;
  /** Timeout of one write; `TIME_LIMIT_MS` of the index when absent. */
  readonly answerLimitMs?: number;
}

/** Compressed, a small response takes 43 ms more: Bun waits for an end that a kept-alive connection does not send. */
const PLAIN_ANSWERS = { "accept-encoding": "identity" };

/** The client for a server or a cluster, with a timeout of `timeoutMs` per request and node. */
export function connectQdrant({ url, apiKey }: QdrantConnection, timeoutMs: number): QdrantClient {
  const [first = "", ...others] = url.split(",");
  const connect = (node: string) => connectNode(node.trim(), apiKey, timeoutMs);
  return inTurn([connect(first), ...others.map(connect)], isNodeAway);
}

/** Whether another node of the cluster may answer. */
function isNodeAway(error: unknown): boolean {
  const status = statusOf(error);
  const isFailing = typeof status === "number" && status >= 500;
  return isFailing || error instanceof QdrantClientTimeoutError || networkCause(error) !== null;
}

function connectNode(url: string, apiKey: string | null, timeoutMs: number): QdrantClient {
  const { protocol, hostname, port, pathname } = new URL(url);
  return new QdrantClient({
    // In parts: given a whole URL, the client drops the path, and uses port 6333 when none is written.
    host: hostname,
    https: protocol === "https:",
    port: port === "" ? null : Number(port),
    prefix: pathname === "/" ? "" : pathname.replace(/\/+$/, ""),
    // As a header: passed as `apiKey`, it makes the client print a warning into our logs.
    headers: { ...PLAIN_ANSWERS, ...(apiKey === null ? {} : { "api-key": apiKey }) },
    timeout: timeoutMs,
    checkCompatibility: false,
  });
}

/** Returns the result of `work`. Throws `EngineUnavailable` for any refusal of server or network, in its `cause`. */
export async function reaching<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw new EngineUnavailable("qdrant", wordingOf(error), { cause: error });
  }
}

/** Whether an error of `reaching` means that the collection or the alias does not exist. */
export function isAbsent(error: unknown): boolean {
  return error instanceof EngineUnavailable && statusOf(error.cause) === 404;
}

/** Status of the client's ApiError; other errors have none. */
function statusOf(error: unknown): unknown {
  return error instanceof Error && "status" in error ? error.status : null;
}

function wordingOf(error: unknown): string {
  const status = statusOf(error);
  if (status === 401 || status === 403) return "Qdrant refuse la clé de QDRANT_API_KEY.";
  if (status === 404) return "L'index vectoriel n'est pas encore construit dans Qdrant.";
  if (error instanceof QdrantClientTimeoutError) return "Le Qdrant de QDRANT_URL n'a pas répondu à temps.";
  const cause = networkCause(error);
  if (cause !== null) return `Le Qdrant de QDRANT_URL ne répond pas : ${cause}.`;
  return typeof status === "number"
    ? `Ce qui répond à QDRANT_URL le fait par une erreur (${status}).`
    : "Ce qui répond à QDRANT_URL n'est pas Qdrant, ou l'est d'une autre version.";
}

/** In kilobytes of vectors, from which a segment is indexed. The default of Qdrant 1.19. */
const THRESHOLD_KB = 10_000;
/** For a collection filled at once: its points are stored as they come, and indexed together (Qdrant, « Bulk upload »). */
export const UNINDEXED = { indexing_threshold: 0 };

/**
 * Whether a server indexes what a collection receives. It does not when indexing was turned off (`UNINDEXED`), nor when
 * it restarted before finishing: the collection is then "grey", and stays so until indexing is requested.
 */
export function isIndexing(
  { optimizer_config }: Schemas["CollectionConfig"],
  status: Schemas["CollectionStatus"],
): boolean {
  return optimizer_config.indexing_threshold !== UNINDEXED.indexing_threshold && status !== "grey";
}

/** Has the server index a collection; `judgeCollection` waits for the end of it. */
export async function beginIndexing(client: QdrantClient, collection: string): Promise<void> {
  const optimizers_config = { indexing_threshold: THRESHOLD_KB };
  await reaching(client.updateCollection(collection, { optimizers_config }));
}
