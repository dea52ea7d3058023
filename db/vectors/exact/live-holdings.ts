import { LRUCache } from "lru-cache";
import { EngineUnavailable } from "../../engine/unavailable.ts";
import type { Database } from "../../postgres/database.ts";
import { readRevision } from "../../queries/corpus.ts";
import type { Holdings } from "./holdings.ts";
import { loadHoldings } from "./load.ts";

/** How often the revision of the corpus is looked at: every batch of an ingestion raises it. */
const CHECK_EVERY_MS = 1_000;

/** The vectors of a language model, and those of the corpus model that answer in their place for a while. */
const HELD_VERSIONS = 2;
/** Each holds 1 KB a passage: one that nobody asks for any more is let go. */
const UNASKED_MS = 10 * 60_000;

/** The vectors at hand, by version: questions may alternate between two without either being read again. */
export class LiveHoldings {
  private readonly held = new LRUCache<string, LiveVersion>({
    max: HELD_VERSIONS,
    ttl: UNASKED_MS,
    updateAgeOnGet: true,
    ttlAutopurge: true,
  });

  constructor(private readonly database: Database) {}

  /**
   * Vectors of a version: those at hand, if need be a moment behind the store, else loaded first.
   * @throws {EngineUnavailable} when the store has none.
   */
  of(version: string): Promise<Holdings> {
    const held = this.held.get(version) ?? new LiveVersion(this.database, version);
    this.held.set(version, held);
    return held.current();
  }
}

/** The vectors of one version, brought up to date beside the questions when the corpus has changed. */
class LiveVersion {
  private held: { readonly holdings: Holdings; readonly revision: number } | null = null;
  private loading: Promise<void> | null = null;
  private checkedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly database: Database,
    private readonly version: string,
  ) {}

  async current(): Promise<Holdings> {
    // A question does not wait for a refresh, nor does it suffer from one that fails: the next one tries again.
    if (this.held === null) await this.refresh();
    else this.refresh().catch(() => {});
    if (this.held !== null) return this.held.holdings;
    throw notBuilt();
  }

  /** At most one load at a time. */
  private refresh(): Promise<void> {
    this.loading ??= this.load().finally(() => {
      this.loading = null;
    });
    return this.loading;
  }

  private async load(): Promise<void> {
    if (this.held !== null && performance.now() - this.checkedAt < CHECK_EVERY_MS) return;
    const revision = await readRevision(this.database);
    this.checkedAt = performance.now();
    if (this.held?.revision === revision) return;
    const holdings = await loadHoldings(this.database, this.version, this.held?.holdings ?? null);
    if (holdings.documents.length === 0) throw notBuilt();
    this.held = { holdings, revision };
    Bun.gc(true);
  }
}

function notBuilt(): EngineUnavailable {
  return new EngineUnavailable("vectors", "L'index vectoriel n'est pas encore construit.");
}
