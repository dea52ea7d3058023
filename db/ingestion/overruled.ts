import type { Database } from "../postgres/database.ts";
import { inTransaction, jsonRows } from "../postgres/statements.ts";

/** An edition held from an archive, and the export's line that it prevails over. */
export interface OverruledLine {
  readonly boiId: string;
  /** `YYYY-MM-DD`. */
  readonly debutDeValidite: string;
  readonly pgp: number;
  readonly hash: string;
}

/** Notes the lines, so that the next run knows them without parsing them; readers see no difference. */
export async function noteOverruled(database: Database, lines: readonly OverruledLine[]): Promise<void> {
  await inTransaction(database, (sql) => [
    sql`
      update editions e set overruled_hash = r.hash
      from json_to_recordset(${jsonRows(lines)}::text::json) as r("boiId" text, "debutDeValidite" date, pgp int,
        hash text)
      where e.boi_id = any(array(select json_array_elements_text(
          ${jsonRows(lines.map(({ boiId }) => boiId))}::text::json)))
        and e.boi_id = r."boiId" and e.debut_de_validite = r."debutDeValidite" and e.pgp = r.pgp`,
  ]);
}
