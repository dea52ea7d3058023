import { DOMAINS } from "../../bofip/identifiers/domains.ts";
import { RefreshedValue, type RefreshObserver, UNOBSERVED } from "../../db/engine/refreshed-value.ts";
import type { Database } from "../../db/postgres/database.ts";
import { readSeries, readSubjects } from "../../db/queries/series.ts";
import type { DomainList } from "../schemas/parameters/domain.ts";

const LIFETIME_MS = 10_000;

/** Before the corpus was asked: those of the contract. */
const NAMED: readonly string[] = [...DOMAINS.keys()];

interface Lists {
  readonly series: readonly string[];
  readonly subjects: readonly string[];
}

/**
 * The series codes that `domaine` and `matiere` accept, kept at hand so that a parameter is judged without the store. A
 * new one of the corpus is known at most ten seconds after it arrives.
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

  /** The codes known now; starts a refresh in the background when they are old. */
  codes(): readonly string[] {
    return this.lists.peek()?.series ?? NAMED;
  }

  /** Likewise, of what documents are about. */
  subjects(): readonly string[] {
    return this.lists.peek()?.subjects ?? NAMED;
  }

  async refresh(): Promise<void> {
    await this.lists.refresh();
  }
}
