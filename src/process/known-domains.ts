import { DOMAINS } from "../../bofip/identifiers/identifier.ts";
import { RefreshedValue, type RefreshObserver } from "../../db/engine/refreshed-value.ts";
import type { Database } from "../../db/postgres/database.ts";
import { readNamedSeries, readSeries, readSubjects } from "../../db/queries/classification.ts";
import type { NamedSeries } from "../features/citations/service.ts";
import type { DomainList } from "../schemas/parameters/filters.ts";

const LIFETIME_MS = 10_000;

/** The series of the contract, until the corpus has been read. */
const NAMED: readonly string[] = [...DOMAINS.keys()];

const NAMED_ALONE: ReadonlySet<string> = new Set(NAMED);

interface Lists {
  readonly series: readonly string[];
  readonly subjects: readonly string[];
  readonly named: ReadonlySet<string>;
}

/** Series that `domaine` and `matiere` accept, without the store; a new one is known within ten seconds. */
export class KnownDomains implements DomainList, NamedSeries {
  private readonly lists: RefreshedValue<Lists>;

  constructor(database: Database, observer: RefreshObserver) {
    const read = async (): Promise<Lists> => {
      const [series, subjects, named] = await Promise.all([
        readSeries(database),
        readSubjects(database),
        readNamedSeries(database),
      ]);
      return { series, subjects, named: new Set(named) };
    };
    this.lists = new RefreshedValue("domains", read, { lifetimeMs: LIFETIME_MS, observer });
  }

  /** The codes known now; starts a refresh in the background when they are stale. */
  codes(): readonly string[] {
    return this.lists.peek()?.series ?? NAMED;
  }

  /** `codes` for subjects. */
  subjects(): readonly string[] {
    return this.lists.peek()?.subjects ?? NAMED;
  }

  /** The series of identifiers that documents have or are said to have. */
  named(): ReadonlySet<string> {
    return this.lists.peek()?.named ?? NAMED_ALONE;
  }

  async refresh(): Promise<void> {
    await this.lists.refresh();
  }
}
