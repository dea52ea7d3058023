import type { Database } from "../postgres/database.ts";
import { inTransaction, jsonRows } from "../postgres/statements.ts";
import { raiseRevision } from "../queries/corpus.ts";
import type { EditionKey } from "./wordings/edition-key.ts";

/** An edition and the latest day on which a source shows it in force, `YYYY-MM-DD`. */
export interface Attestation extends EditionKey {
  readonly until: string;
}

const ROWS_PER_TRANSACTION = 200;

/** Notes until when sources show editions in force, by small transactions; a day never goes back. */
export async function writeAttestations(
  database: Database,
  attestations: readonly Attestation[],
): Promise<void> {
  for (let start = 0; start < attestations.length; start += ROWS_PER_TRANSACTION) {
    const rows = jsonRows(attestations.slice(start, start + ROWS_PER_TRANSACTION));
    await inTransaction(database, (sql) => [
      sql`
        update editions e set attested_until = greatest(e.attested_until, r.until)
        from json_to_recordset(${rows}::text::json) as r("boiId" text, "debutDeValidite" date, pgp int, until date)
        cross join lateral (
          select id from editions
          where boi_id = r."boiId" and debut_de_validite = r."debutDeValidite" and pgp = r.pgp limit 1) named
        where e.id = named.id`,
      raiseRevision(sql),
    ]);
  }
}
