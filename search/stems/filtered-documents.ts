import { subjectOf } from "../../bofip/identifiers/subject.ts";
import { type DocumentFilter, nodeIdentifier } from "../../db/engine/document-filter.ts";
import type { Database } from "../../db/postgres/database.ts";
import type { Statements } from "../../db/postgres/statements.ts";

/** Conditions on the documents themselves, without the law they cite. */
type OwnFilter = Omit<DocumentFilter, "articles">;

interface Row {
  readonly boiId: string;
  readonly domaine: string;
  readonly division: string | null;
}

/** Identifiers of the documents in force that match a filter. */
export async function readFilteredIds(database: Database, filter: OwnFilter): Promise<Set<string>> {
  const sql = database.$client;
  const conditions = Object.values(conditionsIn(sql, filter)).reduce((all, one) => sql`${all} and ${one}`);
  const rows = await sql<Row[]>`
    select boi_id as "boiId", domaine, division from documents
    where statut = 'en_vigueur' and ${conditions}`;
  const { matiere } = filter;
  return new Set(
    rows.filter((row) => matiere === null || subjectOf(row) === matiere).map(({ boiId }) => boiId),
  );
}

/** An absent condition matches every row, so that the statement stays the same. */
function conditionsIn(sql: Statements, { domaine, type, chemin }: OwnFilter) {
  const node = chemin === null ? null : nodeIdentifier(chemin);
  return {
    domaine: sql`(${domaine}::text is null or domaine = ${domaine}::text)`,
    type: sql`(${type}::text is null or type = ${type}::text)`,
    // Applied to the rows that match the others: no column stores it.
    matiere: sql`true`,
    // « . » is the character after « - ».
    chemin: sql`(${node}::text is null or boi_id = ${node}::text
      or (boi_id > ${node}::text || '-' and boi_id < ${node}::text || '.'))`,
  } satisfies Record<keyof OwnFilter, ReturnType<Statements>>;
}
