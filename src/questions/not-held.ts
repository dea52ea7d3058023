import { frenchDate } from "../../bofip/days/french-date.ts";
import type { SearchedEditions } from "../../db/engine/dated-texts.ts";
import { RefreshedValue, type RefreshObserver, UNOBSERVED } from "../../db/engine/refreshed-value.ts";
import type { Database } from "../../db/postgres/database.ts";
import { type FirstEditions, readFirstEditions } from "../../db/queries/texts/editions-at.ts";
import type { SearchWarning } from "../features/search/answer.ts";

interface NotHeldAnswer {
  /** Absent for an answer about now. */
  readonly editions_non_detenues?: number;
  readonly warnings: readonly SearchWarning[];
}

const LIFETIME_MS = 60_000;

/** How many documents lack the edition of a day, as this process knows it: read again once a revision. */
export class NotHeld {
  private readonly starts: RefreshedValue<FirstEditions>;

  constructor(database: Database, observer: RefreshObserver = UNOBSERVED) {
    const options = { lifetimeMs: LIFETIME_MS, observer };
    this.starts = new RefreshedValue("first-editions", () => readFirstEditions(database), options);
  }

  /** Documents whose first stored edition begins after the day searched; `revision` of admission, or null. */
  async tell(editions: SearchedEditions, revision: number | null): Promise<NotHeldAnswer> {
    if (editions.kind !== "on") return { warnings: [] };
    const { day } = editions;
    const { starts } = await this.at(revision ?? 0);
    const later = starts.filter((start) => start.day > day);
    const count = later.reduce((sum, { documents }) => sum + documents, 0);
    return { editions_non_detenues: count, warnings: count === 0 ? [] : [warning(day, count)] };
  }

  private async at(revision: number): Promise<FirstEditions> {
    const held = this.starts.peek();
    if (held !== null && held.revision >= revision) return held;
    const read = await this.starts.refresh();
    // A read under way may have begun before the revision.
    return read.revision >= revision ? read : await this.starts.refresh();
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
