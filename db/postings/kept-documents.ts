import { subjectOf } from "../bofip/subject.ts";
import { type DocumentFilter, nodeIdentifier } from "../engine/document-filter.ts";
import type { Database } from "../postgres/database.ts";

interface Row {
  readonly boiId: string;
  readonly domaine: string;
  readonly division: string | null;
}

/** Identifiers of the documents in force that a filter keeps, whatever law they cite. */
export async function readKeptIds(
  database: Database,
  { domaine, type, matiere, chemin }: Omit<DocumentFilter, "articles">,
): Promise<Set<string>> {
  const sql = database.$client;
  const node = chemin === null ? null : nodeIdentifier(chemin);
  // « . » follows « - » in the order of characters.
  const rows = await sql<Row[]>`
    select boi_id as "boiId", domaine, division from documents
    where statut = 'en_vigueur'
      and (${domaine}::text is null or domaine = ${domaine}::text)
      and (${type}::text is null or type = ${type}::text)
      and (${node}::text is null or boi_id = ${node}::text
        or (boi_id > ${node}::text || '-' and boi_id < ${node}::text || '.'))`;
  return new Set(
    rows.filter((row) => matiere === null || subjectOf(row) === matiere).map(({ boiId }) => boiId),
  );
}
