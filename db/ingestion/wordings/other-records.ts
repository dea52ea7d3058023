import type { Database } from "../../postgres/database.ts";
import { inTransaction, jsonRows } from "../../postgres/statements.ts";
import type { EditionKey } from "./edition-key.ts";

/** The last record of the kind of source whose wording an edition does not answer with. */
export interface OtherRecord extends EditionKey {
  readonly hash: string;
}

/** Notes the records, so that the next run knows them without parsing them; readers see no difference. */
export async function noteOtherRecords(database: Database, records: readonly OtherRecord[]): Promise<void> {
  await inTransaction(database, (sql) => [
    sql`
      update editions e set overruled_hash = r.hash
      from json_to_recordset(${jsonRows(records)}::text::json) as r("boiId" text, "debutDeValidite" date, pgp int,
        hash text)
      where e.boi_id = any(array(select json_array_elements_text(
          ${jsonRows(records.map(({ boiId }) => boiId))}::text::json)))
        and e.boi_id = r."boiId" and e.debut_de_validite = r."debutDeValidite" and e.pgp = r.pgp`,
  ]);
}
