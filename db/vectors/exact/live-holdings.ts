import { EngineUnavailable } from "../../engine/unavailable.ts";
import type { Database } from "../../postgres/database.ts";
import { readRevision } from "../../queries/corpus.ts";
import type { Holdings } from "./holdings.ts";
import { loadHoldings } from "./load.ts";

/** How often the revision of the corpus is looked at: every batch of an ingestion raises it. */
const CHECK_EVERY_MS = 1_000;

/** The vectors at hand, brought up to date beside the questions when the corpus has changed. */
export class LiveHoldings {
  private held: { readonly holdings: Holdings; readonly revision: number } | null = null;
  private loading: Promise<void> | null = null;
  private checkedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly database: Database) {}

  /**
   * Vectors of a version: those at hand, if need be a moment behind the store, else loaded first.
   * @throws {EngineUnavailable} when the store has none.
   */
  async of(version: string): Promise<Holdings> {
    const current = this.held?.holdings ?? null;
    // A question does not wait for a refresh, nor does it suffer from one that fails: the next one tries again.
    if (current?.version === version) this.refresh(version).catch(() => {});
    else await this.refresh(version);
    const { holdings } = this.held ?? {};
    if (holdings?.version === version) return holdings;
    throw notBuilt();
  }

  /** At most one load at a time; one of another version is waited for first. */
  private async refresh(version: string): Promise<void> {
    while (this.loading !== null && this.held?.holdings.version !== version) await this.loading;
    if (this.loading !== null) return;
    this.loading = this.load(version).finally(() => {
      this.loading = null;
    });
    await this.loading;
  }

  private async load(version: string): Promise<void> {
    const isKnown = this.held?.holdings.version === version;
    if (isKnown && performance.now() - this.checkedAt < CHECK_EVERY_MS) return;
    const revision = await readRevision(this.database);
    this.checkedAt = performance.now();
    if (isKnown && this.held?.revision === revision) return;
    const holdings = await loadHoldings(this.database, version, this.held?.holdings ?? null);
    if (holdings.documents.length === 0) throw notBuilt();
    this.held = { holdings, revision };
    Bun.gc(true);
  }
}

function notBuilt(): EngineUnavailable {
  return new EngineUnavailable("vectors", "L'index vectoriel n'est pas encore construit.");
}
