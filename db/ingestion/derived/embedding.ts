import { assertIntact, editionProofSql, type StoredProof } from "../../integrity/proof.ts";
import { vectorSeal } from "../../integrity/vectors.ts";
import type { Database } from "../../postgres/database.ts";
import { jsonRows, pages } from "../../postgres/statements.ts";
import type { PassageSpan } from "../../schema/passages.ts";

/** How many passages a document in force has, and how many of them lack a vector. */
interface EmbeddingState {
  readonly boiId: string;
  readonly passages: number;
  readonly missing: number;
}

const PAGE_DOCUMENTS = 100;

/**
 * What a version of the embedder (null: one that does not exist yet) has left to embed, by identifier of document, a
 * page at a time.
 */
export function readEmbeddingStates(
  database: Database,
  version: string | null,
): AsyncGenerator<readonly EmbeddingState[]> {
  const sql = database.$client;
  return pages(
    "",
    (after) => sql<(EmbeddingState & { position: string })[]>`
      select d.boi_id as position, d.boi_id as "boiId", counts.passages, counts.missing
      from documents d cross join lateral (
        select count(*)::int as passages, count(*) filter (where not exists (
          select from passage_vectors v where v.version = ${version}::text and v.text_hash = p.text_hash))::int as missing
        from passages p where p.edition_id = d.edition_id) as counts
      where d.statut = 'en_vigueur' and d.boi_id > ${after} order by d.boi_id limit ${PAGE_DOCUMENTS}`,
  );
}

/** A document in force, with what the texts of its passages are built from. */
interface DocumentPassages {
  readonly titre: string;
  readonly texte: string;
  /** In the order of the text. */
  readonly passages: readonly (PassageSpan & { readonly textHash: string; readonly isEmbedded: boolean })[];
}

/**
 * The passages of a document, those embedded in `version` marked; null when it is no longer in force. One short
 * statement.
 * @throws {DamagedText} nothing is derived from a damaged text.
 */
export async function readDocumentPassages(
  database: Database,
  boiId: string,
  version: string | null,
): Promise<DocumentPassages | null> {
  const sql = database.$client;
  const [row] = await sql<(DocumentPassages & { proof: StoredProof | null })[]>`
    select e.titre, c.contenu_texte as texte, ${sql.unsafe(editionProofSql("c"))} as proof, coalesce((
      select json_agg(json_build_object('paragraphe', p.paragraphe, 'section', p.section, 'start', p.start_offset,
          'end', p.end_offset, 'tableStart', p.table_start, 'tableEnd', p.table_end, 'textHash', p.text_hash,
          'isEmbedded', exists (
            select from passage_vectors v where v.version = ${version}::text and v.text_hash = p.text_hash))
        order by p.position)
      from passages p where p.edition_id = d.edition_id), '[]') as passages
    from documents d
      join editions e on e.id = d.edition_id
      join edition_contents c on c.edition_id = d.edition_id
    where d.boi_id = ${boiId} and d.statut = 'en_vigueur'`;
  if (row === undefined) return null;
  const { proof, ...document } = row;
  assertIntact(boiId, proof, { contenu_texte: document.texte });
  return document;
}

/** A vector to store; without components for a text with nothing to embed. */
export interface NewVector {
  readonly textHash: string;
  readonly components: Int8Array | null;
  readonly scale: number;
}

/** Stores vectors of a version; existing ones are left alone. */
export async function writeVectors(
  database: Database,
  version: string,
  vectors: readonly NewVector[],
): Promise<void> {
  const sql = database.$client;
  const rows = vectors.map(({ textHash, components, scale }) => ({
    textHash,
    components: components === null ? null : Buffer.from(components).toString("base64"),
    scale,
  }));
  await sql`
    insert into passage_vectors (version, text_hash, components, scale, seal)
    select r.*, ${vectorSeal(sql, "r")} from (
      select ${version}::text as version, "textHash" as text_hash, decode(components, 'base64') as components, scale
      from json_to_recordset(${jsonRows(rows)}::text::json) as given("textHash" text, components text, scale real)) r
    on conflict do nothing`;
}

const DROPPED_ROWS = 1_000;

/** Deletes the vectors of all versions but those given, by short statements. */
export async function dropOtherVectors(database: Database, kept: readonly string[]): Promise<void> {
  const sql = database.$client;
  for (;;) {
    const { count } = await sql`
      delete from passage_vectors where ctid = any(array(
        select ctid from passage_vectors
        where version <> all(array(select json_array_elements_text(${jsonRows(kept)}::text::json)))
        limit ${DROPPED_ROWS}))`;
    if (count < DROPPED_ROWS) return;
  }
}
