import { isWholeVector } from "../integrity/vectors.ts";
import type { Database } from "../postgres/database.ts";
import { jsonRows, pages } from "../postgres/statements.ts";
import type { PassageSpan } from "../schema/passages.ts";
import { type HitRow, type HitSource, hitOf } from "./hits.ts";
import { keptTexts } from "./kept-texts.ts";
import { shownIsContestedSql } from "./texts/contested.ts";

/** A vector as stored: int8 components, each to be multiplied by `scale`. */
export interface StoredVector {
  readonly components: Int8Array;
  readonly scale: number;
}

/** The passages of a document in force that have a vector. */
export interface EmbeddedDocument {
  readonly boiId: string;
  readonly domaine: string;
  readonly textHashes: readonly string[];
}

const PAGE_DOCUMENTS = 100;
const PAGE_HASHES = 5_000;

/**
 * Every document in force with the passages embedded in a version, by identifier, a page at a time. Only identifiers
 * and hashes are read, and joined here: in SQL, the planner may read every vector once per document.
 */
export async function* readEmbeddedDocuments(
  database: Database,
  version: string,
): AsyncGenerator<readonly EmbeddedDocument[]> {
  const sql = database.$client;
  const embedded = await readEmbeddedHashes(database, version);
  const documents = pages(
    "",
    (after) => sql<(EmbeddedDocument & { position: string })[]>`
      select d.boi_id as position, d.boi_id as "boiId", d.domaine, coalesce((
        select json_agg(distinct p.text_hash) from passages p where p.edition_id = d.edition_id), '[]') as "textHashes"
      from documents d
      where d.statut = 'en_vigueur' and d.boi_id > ${after} order by d.boi_id limit ${PAGE_DOCUMENTS}`,
  );
  for await (const page of documents) {
    yield page.map(({ boiId, domaine, textHashes }) => {
      return { boiId, domaine, textHashes: textHashes.filter((textHash) => embedded.has(textHash)) };
    });
  }
}

/** Hashes of the texts that have a vector in a version. */
async function readEmbeddedHashes(database: Database, version: string): Promise<Set<string>> {
  const sql = database.$client;
  const hashes = new Set<string>();
  const rows = pages(
    "",
    (after) => sql<{ position: string }[]>`
      select text_hash as position from passage_vectors
      where version = ${version} and components is not null and text_hash > ${after}
      order by text_hash limit ${PAGE_HASHES}`,
  );
  for await (const page of rows) for (const { position } of page) hashes.add(position);
  return hashes;
}

/** A vector of `passage_vectors`, by the hash of its text. */
interface VectorOfText extends StoredVector {
  readonly textHash: string;
  /** Whether it is as it was written. */
  readonly isWhole: boolean;
}

/** The vectors of texts in a version; a text without one gives no row. */
export async function readVectors(
  database: Database,
  version: string,
  textHashes: readonly string[],
): Promise<VectorOfText[]> {
  const sql = database.$client;
  // In base64: bytea is sent as two digits a byte, and PGlite keeps memory for all it sends.
  const rows = await sql<(Omit<VectorOfText, "components"> & { components: string })[]>`
    select text_hash as "textHash", encode(components, 'base64') as components, scale,
      ${isWholeVector(sql, "v")} as "isWhole"
    from passage_vectors v
    where version = ${version} and components is not null
      and text_hash = any(string_to_array(${textHashes.join(" ")}, ' '))`;
  return rows.map((row) => ({ ...row, components: new Int8Array(Buffer.from(row.components, "base64")) }));
}

/** A document in force with the passage of it that was found. */
export interface PassageHit extends HitSource {
  readonly passage: Pick<PassageSpan, "paragraphe" | "start" | "end">;
}

/** A passage of a document, by its text or by its place among those of the document, from 0. */
export type NamedPassage = { readonly boiId: string } & (
  | { readonly textHash: string }
  | { readonly position: number }
);

/** The passages named that still exist, of documents still in force, by identifier of document. */
export async function readPassageHits(
  database: Database,
  named: readonly NamedPassage[],
): Promise<Map<string, PassageHit>> {
  const found = keptTexts(database).among(named.map(({ boiId }) => boiId));
  const sql = database.$client;
  const rows = await sql<(HitRow & Pick<PassageHit, "passage">)[]>`
    select d.boi_id, d.titre, d.domaine, d.type, d.division, d.date_publication, d.url, held.*,
      ${sql.unsafe(shownIsContestedSql)} as is_contested,
      json_build_object('paragraphe', p.paragraphe, 'start', p.start_offset, 'end', p.end_offset) as passage
    from json_to_recordset(${jsonRows(named)}::text::json) as r("boiId" text, "textHash" text, position int)
    cross join lateral (select * from documents where boi_id = r."boiId" and statut = 'en_vigueur' limit 1) d
    cross join lateral (
      select * from passages where edition_id = d.edition_id and (text_hash = r."textHash" or position = r.position)
      order by position limit 1) p
    join edition_contents c on c.edition_id = d.edition_id
    ${found.joins(sql)}`;
  return new Map(
    rows.flatMap((row) => {
      const text = found.textOf(row);
      return text === undefined ? [] : [[row.boi_id, hitOf(row, text)] as const];
    }),
  );
}
