import { DOMAINS } from "../../bofip/identifiers/domains.ts";
import { RefreshedValue, type RefreshObserver, UNOBSERVED } from "../../db/engine/refreshed-value.ts";
import type { Database } from "../../db/postgres/database.ts";
import { readSeries, readSubjects } from "../../db/queries/series.ts";
import type { DomainList } from "../schemas/parameters/domain.ts";

const LIFETIME_MS = 10_000;

/** The series of the contract, until the corpus has been read. */
const NAMED: readonly string[] = [...DOMAINS.keys()];

interface Lists {
  readonly series: readonly string[];
  readonly subjects: readonly string[];
}

/**
 * Caches the series codes that `domaine` and `matiere` accept, so that a parameter is validated without the store. A
 * new one in the corpus is known at most ten seconds after it arrives.
 */
export class KnownDomains implements DomainList {
  private readonly lists: RefreshedValue<Lists>;

  constructor(database: Database, observer: RefreshObserver = UNOBSERVED) {
    const read = async (): Promise<Lists> => {
      const [series, subjects] = await Promise.all([readSeries(database), readSubjects(database)]);
      return { series, subjects };
    };
    this.lists = new RefreshedValue("domains", read, { lifetimeMs: LIFETIME_MS, observer });
  }

  /** The codes known now; starts a refresh in the background when they are stale. */
  codes(): readonly string[] {
    return this.lists.peek()?.series ?? NAMED;
  }

  /** The same for subjects. */
  subjects(): readonly string[] {
    return this.lists.peek()?.subjects ?? NAMED;
  }

  async refresh(): Promise<void> {
    await this.lists.refresh();
  }
}
