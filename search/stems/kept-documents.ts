import { subjectOf } from "../../bofip/identifiers/subject.ts";
import { type DocumentFilter, nodeIdentifier } from "../../db/engine/document-filter.ts";
import type { Database } from "../../db/postgres/database.ts";
import type { Statements } from "../../db/postgres/statements.ts";

/** What documents say of themselves, whatever law they cite. */
type OwnFilter = Omit<DocumentFilter, "articles">;

interface Row {
  readonly boiId: string;
  readonly domaine: string;
  readonly division: string | null;
}

/** Identifiers of the documents in force that a filter keeps. */
export async function readKeptIds(database: Database, filter: OwnFilter): Promise<Set<string>> {
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

/** A side that is open keeps every row, by a statement that stays the same. */
function conditionsIn(sql: Statements, { domaine, type, chemin }: OwnFilter) {
  const node = chemin === null ? null : nodeIdentifier(chemin);
  return {
    domaine: sql`(${domaine}::text is null or domaine = ${domaine}::text)`,
    type: sql`(${type}::text is null or type = ${type}::text)`,
    // Of the rows that the others keep: no column tells it.
    matiere: sql`true`,
    // « . » follows « - » in the order of characters.
    chemin: sql`(${node}::text is null or boi_id = ${node}::text
      or (boi_id > ${node}::text || '-' and boi_id < ${node}::text || '.'))`,
  } satisfies Record<keyof OwnFilter, ReturnType<Statements>>;
}
