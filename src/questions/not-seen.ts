import { frenchDate } from "../../bofip/days/days.ts";
import type { SearchedEditions } from "../../db/engine/dated-texts.ts";
import { RefreshedValue, type RefreshObserver, UNOBSERVED } from "../../db/engine/refreshed-value.ts";
import { type Debts, readDebts } from "../../db/ingestion/derived/debts.ts";
import type { DerivedStore } from "../../db/ingestion/derived/indexing.ts";
import type { Database } from "../../db/postgres/database.ts";
import { type FirstEditions, readFirstEditions } from "../../db/queries/texts/editions-at.ts";
import { STORE_NAMES } from "../../db/runs/view.ts";
import type { SearchWarning } from "../features/search/answer.ts";

/** In French, of how many documents a store is behind. */
export function tellLag(store: DerivedStore, documents: number): string {
  return `${STORE_NAMES[store].label} est en retard de ${documents} document${documents > 1 ? "s" : ""}`;
}

/** How long a process may not know of a debt while it serves nobody: an answer asks for its own revision's. */
const LIFETIME_MS = 2_000;

/**
 * How far derived stores are behind, as this process knows. Every change raises the revision of the corpus: it is read
 * again once a revision, however many ask, and answers kept by revision are right.
 */
export class StoreLag {
  private readonly debts: RefreshedValue<Debts>;

  constructor(primary: Database, observer: RefreshObserver = UNOBSERVED) {
    const options = { lifetimeMs: LIFETIME_MS, observer };
    this.debts = new RefreshedValue("store-debts", () => readDebts(primary), options);
  }

  /** The warning of the store that is most behind, of those asked, or none; `revision` of admission, or null. */
  async warnings(stores: readonly DerivedStore[], revision: number | null): Promise<SearchWarning[]> {
    const isRecent = (debts: Debts) => debts.revision >= (revision ?? 0);
    // The store may be away: the last debts known, if any, are better than none.
    const known = await this.debts
      .recent(isRecent)
      .catch(() => this.debts.refresh())
      .catch(() => this.debts.peek());
    const behind = (known?.debts ?? []).filter((debt) => stores.includes(debt.store) && debt.documents > 0);
    const [worst] = behind.toSorted((one, other) => other.documents - one.documents);
    if (worst === undefined) return [];
    const { store, documents } = worst;
    const they =
      documents === 1
        ? "il peut manquer à cette réponse, ou y être tel qu'il était"
        : "ils peuvent manquer à cette réponse, ou y être tels qu'ils étaient";
    const message = `${tellLag(store, documents)} : ${they}.`;
    return [{ code: "index_en_retard", message, mot: null, essayer: null, documents }];
  }
}

interface NotHeldAnswer {
  /** Absent for an answer about now. */
  readonly editions_non_detenues?: number;
  readonly warnings: readonly SearchWarning[];
}

const FIRST_EDITIONS_LIFETIME_MS = 60_000;

/** How many documents lack the edition of a day, as this process knows it: read again once a revision. */
export class NotHeld {
  private readonly starts: RefreshedValue<FirstEditions>;

  constructor(database: Database, observer: RefreshObserver = UNOBSERVED) {
    const options = { lifetimeMs: FIRST_EDITIONS_LIFETIME_MS, observer };
    this.starts = new RefreshedValue("first-editions", () => readFirstEditions(database), options);
  }

  /** Documents whose first stored edition begins after the day searched; `revision` of admission, or null. */
  async tell(editions: SearchedEditions, revision: number | null): Promise<NotHeldAnswer> {
    if (editions.kind !== "on") return { warnings: [] };
    const { day } = editions;
    const { starts } = await this.starts.recent((read) => read.revision >= (revision ?? 0));
    const later = starts.filter((start) => start.day > day);
    const count = later.reduce((sum, { documents }) => sum + documents, 0);
    return { editions_non_detenues: count, warnings: count === 0 ? [] : [warning(day, count)] };
  }
}

function warning(day: string, documents: number): SearchWarning {
  const date = frenchDate(day);
  const message =
    documents === 1
      ? `D'un document, aucune édition aussi ancienne que le ${date} n'est détenue : ce qu'il disait alors manque à cette réponse.`
      : `De ${documents} documents, aucune édition aussi ancienne que le ${date} n'est détenue : ce qu'ils disaient alors, s'ils existaient, manque à cette réponse.`;
  return { code: "date_partielle", message, mot: null, essayer: null, documents };
}
