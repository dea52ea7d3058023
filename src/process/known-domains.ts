import { DOMAINS } from "../../db/bofip/domains.ts";
import type { Database } from "../../db/postgres/database.ts";
import { readSeries } from "../../db/queries/series.ts";
import type { DomainList } from "../schemas/parameters/domain.ts";

const REFRESH_EVERY_MS = 10_000;

/**
 * The series codes that `domaine` accepts, kept at hand so that a parameter is judged without the store. A new
 * series of the corpus is known at most ten seconds after it arrives.
 */
export class KnownDomains implements DomainList {
  private known: readonly string[] = [...DOMAINS.keys()];
  private refreshedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly database: Database) {}

  /** The codes known now; starts a refresh in the background when they are old. */
  codes(): readonly string[] {
    if (performance.now() - this.refreshedAt > REFRESH_EVERY_MS) {
      // A store that is away is told by the routes that need it, not here.
      this.refresh().catch(() => {});
    }
    return this.known;
  }

  async refresh(): Promise<void> {
    this.refreshedAt = performance.now();
    this.known = await readSeries(this.database);
  }
}
