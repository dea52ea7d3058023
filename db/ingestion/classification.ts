import type { Database } from "../postgres/database.ts";
import { inTransaction, jsonRows, pages } from "../postgres/statements.ts";
import { raiseRevision } from "../queries/corpus.ts";

/** A node of the classification, as stored in `plan_nodes`. */
export interface ClassificationNode {
  /** `IR/LIQ/20`. */
  readonly chemin: string;
  /** Path of the node above, `""` for a series. */
  readonly parent: string;
  readonly segment: string;
  readonly titre: string;
  /** Documents in force at the node and below. */
  readonly documents: number;
}

export interface TitledDocument {
  readonly boiId: string;
  readonly titre: string;
}

const PAGE_ROWS = 500;

/** Title of every document in force, by identifier, a page at a time. */
export function readTitles({ $client: sql }: Database): AsyncGenerator<readonly TitledDocument[]> {
  return pages(
    "",
    (after) => sql<(TitledDocument & { position: string })[]>`
      select boi_id as position, boi_id as "boiId", titre from documents
      where statut = 'en_vigueur' and boi_id > ${after} order by boi_id limit ${PAGE_ROWS}`,
  );
}

/** Every node of the store, a page at a time. */
export function readClassificationNodes({
  $client: sql,
}: Database): AsyncGenerator<readonly ClassificationNode[]> {
  return pages(
    "",
    (after) => sql<(ClassificationNode & { position: string })[]>`
      select chemin as position, chemin, parent, segment, titre, documents from plan_nodes
      where chemin > ${after} order by chemin limit ${PAGE_ROWS}`,
  );
}

/** Writes the nodes that differ and removes the others, in one transaction. */
export async function writeClassificationNodes(
  database: Database,
  nodes: readonly ClassificationNode[],
  removed: readonly string[],
): Promise<void> {
  await inTransaction(database, (sql) => [
    sql`
      insert into plan_nodes (chemin, parent, segment, titre, documents)
      select chemin, parent, segment, titre, documents
      from json_to_recordset(${jsonRows(nodes)}::text::json)
        as r(chemin text, parent text, segment text, titre text, documents int)
      on conflict (chemin) do update set titre = excluded.titre, documents = excluded.documents`,
    sql`
      delete from plan_nodes p
      using json_array_elements_text(${jsonRows(removed)}::text::json) as named(chemin)
      where p.chemin = named.chemin`,
    raiseRevision(sql),
  ]);
}
