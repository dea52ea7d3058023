import { type PgpHolder, readPgpHolders } from "../../db/ingestion/pgp-links.ts";
import type { Database } from "../../db/postgres/database.ts";
import type { PgpNames } from "../parse/pgp.ts";

/**
 * The document of each PGP number: that of the latest edition known under it, the first by identifier when two start on
 * one day. The order in which editions become known makes no difference.
 */
export class KnownPgpNames implements PgpNames {
  private readonly holders = new Map<number, PgpHolder>();

  static async read(database: Database): Promise<KnownPgpNames> {
    const names = new KnownPgpNames();
    for await (const page of readPgpHolders(database)) for (const holder of page) names.add(holder);
    return names;
  }

  get(pgp: number): string | undefined {
    return this.holders.get(pgp)?.boiId;
  }

  add({ pgp, boiId, date }: PgpHolder): void {
    const known = this.holders.get(pgp);
    const isLater = known === undefined || date > known.date;
    if (isLater || (date === known.date && boiId < known.boiId)) this.holders.set(pgp, { pgp, boiId, date });
  }
}
