import { readPermalink } from "../../bofip/identifiers/identifier.ts";
import { type PgpHolder, readNewsAddresses, readPgpHolders } from "../../db/ingestion/pgp-links.ts";
import type { Database } from "../../db/postgres/database.ts";
import type { PgpDays, PgpNames } from "../parse/pgp.ts";
import type { SourceRecord } from "../parse/record.ts";

/** What is known under a PGP number. */
interface Holder {
  id: string;
  /** The latest of its days. */
  date: string;
  readonly days: string[];
}

/**
 * The document, or the actualité, of each PGP number: that of the latest edition known under it, the first by identifier
 * when two start on one day. The order in which editions become known makes no difference.
 */
export class KnownPgpNames implements PgpNames, PgpDays {
  private readonly holders = new Map<number, Holder>();

  static async read(database: Database): Promise<KnownPgpNames> {
    const names = new KnownPgpNames();
    for await (const page of readPgpHolders(database)) for (const holder of page) names.add(holder);
    for await (const page of readNewsAddresses(database)) {
      for (const { id, date, url } of page) {
        const { pgp } = readPermalink(url);
        if (pgp !== null) names.add({ pgp, id, date });
      }
    }
    return names;
  }

  get(pgp: number): string | undefined {
    return this.holders.get(pgp)?.id;
  }

  dayOf(pgp: number, on: string): string | null {
    const { id = "", days = [] } = this.holders.get(pgp) ?? {};
    const begun = id.startsWith("ACTU-") ? days : days.filter((day) => day <= on);
    return begun.toSorted().at(-1) ?? null;
  }

  add({ pgp, id, date }: PgpHolder): void {
    const known = this.holders.get(pgp);
    if (known === undefined) {
      this.holders.set(pgp, { id, date, days: [date] });
      return;
    }
    if (date > known.date || (date === known.date && id < known.id)) Object.assign(known, { id, date });
    known.days.push(date);
  }
}

/** The number under which a record is known; null when its address has none. */
export function holderOf(record: SourceRecord): PgpHolder | null {
  if (record.kind === "contenu") return { pgp: record.pgp, id: record.boiId, date: record.debutDeValidite };
  const { pgp } = readPermalink(record.url);
  return pgp === null ? null : { pgp, id: record.id, date: record.date };
}
