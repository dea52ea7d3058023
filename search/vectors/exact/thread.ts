/** The thread that keeps the vectors in memory and compares them (see `reader.ts`). */
import { parentPort, workerData } from "node:worker_threads";
import { LRUCache } from "lru-cache";
import { RefreshedValue, type RefreshObserver } from "../../../db/engine/refreshed-value.ts";
import { serveRequests } from "../../../db/engine/thread.ts";
import { EngineUnavailable, StoreDamaged } from "../../../db/engine/unavailable.ts";
import { connectPglite, connectServer } from "../../../db/postgres/client.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { readRevision } from "../../../db/queries/corpus.ts";
import type { Holdings } from "./holdings.ts";
import { loadHoldings, type VersionOfSet } from "./load-holdings.ts";
import type { ThreadConnection, ThreadNews, ThreadRequest } from "./messages.ts";

/** How often to check the corpus revision, which every ingestion batch increments. */
const CHECK_EVERY_MS = 1_000;

/** The vectors of a language model, and those of the corpus model that may fill in for it for a while, of both sets. */
const HELD = 4;
/** Each takes 1 KB per passage: one that is no longer used is released. */
const UNASKED_MS = 10 * 60_000;

/** The vectors in memory, by version and set of texts: questions may alternate between two without either being read again. */
class LiveHoldings {
  private readonly held = new LRUCache<string, RefreshedValue<LiveVersion>>({
    max: HELD,
    ttl: UNASKED_MS,
    updateAgeOnGet: true,
    ttlAutopurge: true,
  });

  constructor(
    private readonly database: Database,
    private readonly observer: RefreshObserver,
  ) {}

  /** Those in memory, perhaps a moment behind, else loaded. @throws {EngineUnavailable} without any in force */
  async of(asked: VersionOfSet): Promise<Holdings> {
    const key = keyOf(asked);
    const live = this.held.get(key) ?? this.open(asked);
    this.held.set(key, live);
    return (await live.get()).holdings;
  }

  private open(asked: VersionOfSet): RefreshedValue<LiveVersion> {
    const read = (held: LiveVersion | null) => readAsNow(this.database, asked, held, this.others(asked));
    return new RefreshedValue("vectors", read, { lifetimeMs: CHECK_EVERY_MS, observer: this.observer });
  }

  /** What is in memory of the other set of texts, which shares most of its vectors with this one. */
  private others({ version, set }: VersionOfSet): Holdings[] {
    const other = this.held.peek(keyOf({ version, set: set === "past" ? "present" : "past" }))?.peek();
    return other === undefined || other === null ? [] : [other.holdings];
  }
}

function keyOf({ version, set }: VersionOfSet): string {
  return `${set} ${version}`;
}

/** The vectors of one version and set of texts, at a revision of the corpus. */
interface LiveVersion {
  readonly holdings: Holdings;
  readonly revision: number;
}

/** Returns the current value, reloaded only if the corpus has changed. */
async function readAsNow(
  database: Database,
  asked: VersionOfSet,
  held: LiveVersion | null,
  others: readonly Holdings[],
): Promise<LiveVersion> {
  const revision = await readRevision(database);
  if (held?.revision === revision) return held;
  const known = held === null ? others : [held.holdings, ...others];
  const holdings = await loadHoldings(database, asked, known);
  if (asked.set === "present" && holdings.texts.length === 0) throw notBuilt();
  Bun.gc(true);
  return { holdings, revision };
}

function notBuilt(): EngineUnavailable {
  return new EngineUnavailable("vectors", "L'index vectoriel n'est pas encore construit.");
}

const connection: ThreadConnection = workerData;
const database = connection.kind === "door" ? connectPglite(connection.door) : connectServer(connection, 1);
const observer: RefreshObserver = {
  began: (name) => tell({ refresh: "began", name }),
  succeeded: (name) => tell({ refresh: "succeeded", name }),
  failed: (name, error) => tell({ refresh: "failed", name, error, isDamage: error instanceof StoreDamaged }),
};
const live = new LiveHoldings(database, observer);

serveRequests(async ({ version, query }: ThreadRequest) => {
  const holdings = await live.of({ version, set: query?.pastAmong === undefined ? "present" : "past" });
  return query === null ? [] : holdings.search(query);
}, refusalOf);

function refusalOf(error: unknown): EngineUnavailable {
  if (error instanceof StoreDamaged) return error;
  return new EngineUnavailable("vectors", error instanceof EngineUnavailable ? error.message : UNREADABLE);
}

function tell(news: ThreadNews): void {
  parentPort?.postMessage(news);
}

/** The driver's own message may contain an address. */
const UNREADABLE = "Les vecteurs ne peuvent pas être lus dans la base relationnelle.";
