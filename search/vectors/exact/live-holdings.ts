import { LRUCache } from "lru-cache";
import { RefreshedValue, type RefreshObserver } from "../../../db/engine/refreshed-value.ts";
import { EngineUnavailable } from "../../../db/engine/unavailable.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { readRevision } from "../../../db/queries/corpus.ts";
import type { Holdings } from "./holdings.ts";
import { loadHoldings, type VersionOfSet } from "./load-holdings.ts";

/** How often to check the corpus revision, which every ingestion batch increments. */
const CHECK_EVERY_MS = 1_000;

/** The vectors of a language model, and those of the corpus model that may fill in for it for a while, of both sets. */
const HELD = 4;
/** Each takes 1 KB per passage: one that is no longer used is released. */
const UNASKED_MS = 10 * 60_000;

/** The vectors in memory, by version and set of texts: questions may alternate between two without either being read again. */
export class LiveHoldings {
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

  /**
   * Vectors of a version and set of texts: those in memory, possibly a moment behind the store, or else loaded first.
   * @throws {EngineUnavailable} when the store has none of documents in force.
   */
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
