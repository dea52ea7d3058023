import { LRUCache } from "lru-cache";
import { RefreshedValue, type RefreshObserver } from "../../../db/engine/refreshed-value.ts";
import { EngineUnavailable } from "../../../db/engine/unavailable.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { readRevision } from "../../../db/queries/corpus.ts";
import type { Holdings } from "./holdings.ts";
import { loadHoldings } from "./load-holdings.ts";

/** How often to check the corpus revision, which every ingestion batch increments. */
const CHECK_EVERY_MS = 1_000;

/** The vectors of a language model, and those of the corpus model that may fill in for it for a while. */
const HELD_VERSIONS = 2;
/** Each version takes 1 KB per passage: one that is no longer used is released. */
const UNASKED_MS = 10 * 60_000;

/** The vectors in memory, by version: questions may alternate between two without either being read again. */
export class LiveHoldings {
  private readonly held = new LRUCache<string, RefreshedValue<LiveVersion>>({
    max: HELD_VERSIONS,
    ttl: UNASKED_MS,
    updateAgeOnGet: true,
    ttlAutopurge: true,
  });

  constructor(
    private readonly database: Database,
    private readonly observer: RefreshObserver,
  ) {}

  /**
   * Vectors of a version: those in memory, possibly a moment behind the store, or else loaded first.
   * @throws {EngineUnavailable} when the store has none.
   */
  async of(version: string): Promise<Holdings> {
    const live = this.held.get(version) ?? this.open(version);
    this.held.set(version, live);
    return (await live.get()).holdings;
  }

  private open(version: string): RefreshedValue<LiveVersion> {
    const read = (held: LiveVersion | null) => readAsNow(this.database, version, held);
    return new RefreshedValue("vectors", read, { lifetimeMs: CHECK_EVERY_MS, observer: this.observer });
  }
}

/** The vectors of one version, at a revision of the corpus. */
interface LiveVersion {
  readonly holdings: Holdings;
  readonly revision: number;
}

/** Returns the current value, reloaded only if the corpus has changed. */
async function readAsNow(
  database: Database,
  version: string,
  held: LiveVersion | null,
): Promise<LiveVersion> {
  const revision = await readRevision(database);
  if (held?.revision === revision) return held;
  const holdings = await loadHoldings(database, version, held?.holdings ?? null);
  if (holdings.documents.length === 0) throw notBuilt();
  Bun.gc(true);
  return { holdings, revision };
}

function notBuilt(): EngineUnavailable {
  return new EngineUnavailable("vectors", "L'index vectoriel n'est pas encore construit.");
}
