import { DOMAINS } from "../../db/bofip/domains.ts";
import type { Database } from "../../db/postgres/database.ts";
import { readSeries, readSubjects } from "../../db/queries/series.ts";
import type { DomainList } from "../schemas/parameters/domain.ts";

const REFRESH_EVERY_MS = 10_000;

/**
 * The series codes that `domaine` and `matiere` accept, kept at hand so that a parameter is judged without the store. A
 * new one of the corpus is known at most ten seconds after it arrives.
 */
export class KnownDomains implements DomainList {
  private known: readonly string[] = [...DOMAINS.keys()];
  private knownSubjects: readonly string[] = this.known;
  private refreshedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly database: Database) {}

  /** The codes known now; starts a refresh in the background when they are old. */
  codes(): readonly string[] {
    this.refreshWhenOld();
    return this.known;
  }

  /** Likewise, of what documents are about. */
  subjects(): readonly string[] {
    this.refreshWhenOld();
    return this.knownSubjects;
  }

  async refresh(): Promise<void> {
    this.refreshedAt = performance.now();
    const [series, subjects] = await Promise.all([readSeries(this.database), readSubjects(this.database)]);
    this.known = series;
    this.knownSubjects = subjects;
  }

  private refreshWhenOld(): void {
    if (performance.now() - this.refreshedAt <= REFRESH_EVERY_MS) return;
    // A store that is away is told by the routes that need it, not here.
    this.refresh().catch(() => {});
  }
}
