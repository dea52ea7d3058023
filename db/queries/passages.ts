import { IN_FORCE, type SearchedEditions, type TextSet } from "../engine/dated-texts.ts";
import { isWholeVector } from "../integrity/vectors.ts";
import type { Database } from "../postgres/database.ts";
import { anyOf, jsonRows, type Piece, pages, type Statements } from "../postgres/statements.ts";
import type { PassageSpan } from "../schema/passages.ts";
import { type HitSource, readHits } from "./hits.ts";
import { keptTexts } from "./kept-texts.ts";
import { passageTexts } from "./texts/dated-texts.ts";
import { keysOf, readNamedEditions, shownEditions } from "./texts/editions-at.ts";

/** A vector as stored: int8 components, each to be multiplied by `scale`. */
export interface StoredVector {
  readonly components: Int8Array;
  readonly scale: number;
}

/** The passages of a document that have a vector, among those of a set of texts, each once. */
export interface EmbeddedDocument {
  readonly boiId: string;
  readonly domaine: string;
  readonly passages: readonly EmbeddedPassage[];
}

interface EmbeddedPassage {
  readonly textHash: string;
  /** The texts that have it, in order. */
  readonly entries: readonly string[];
}

const PAGE_DOCUMENTS = 100;
const PAGE_HASHES = 5_000;

/**
 * Every document with the passages of a set of its texts that are embedded in a version, by identifier, a page at a time.
 * Only identifiers and hashes are read, and joined here: in SQL, the planner may read every vector once per document.
 */
export async function* readEmbeddedDocuments(
  database: Database,
  version: string,
  set: TextSet,
): AsyncGenerator<readonly EmbeddedDocument[]> {
  const sql = database.$client;
  const embedded = await readEmbeddedHashes(database, version);
  const documents = pages(
    "",
    (after) => sql<(EmbeddedDocument & { position: string })[]>`
      select d.boi_id as position, d.boi_id as "boiId", d.domaine, coalesce((
        select json_agg(json_build_object('textHash', text_hash, 'entries', entries) order by text_hash)
        from (
          select p.text_hash, json_agg(distinct t.entry) as entries
          from (${passageTexts(sql, set)}) t join passages p on p.edition_id = t.edition_id
          group by p.text_hash) cut), '[]') as passages
      from documents d
      where d.boi_id > ${after} order by d.boi_id limit ${PAGE_DOCUMENTS}`,
  );
  for await (const page of documents) {
    yield page.map(({ boiId, domaine, passages }) => {
      return { boiId, domaine, passages: passages.filter(({ textHash }) => embedded.has(textHash)) };
    });
  }
}

/** Hashes of the texts that have a vector in a version. */
async function readEmbeddedHashes({ $client: sql }: Database, version: string): Promise<Set<string>> {
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
  { $client: sql }: Database,
  version: string,
  textHashes: readonly string[],
): Promise<VectorOfText[]> {
  // In base64: bytea is sent as two digits a byte, and PGlite keeps memory for all it sends.
  const rows = await sql<(Omit<VectorOfText, "components"> & { components: string })[]>`
    select text_hash as "textHash", encode(components, 'base64') as components, scale,
      ${isWholeVector(sql, "v")} as "isWhole"
    from passage_vectors v
    where version = ${version} and components is not null
      and text_hash = ${anyOf(sql, textHashes)}`;
  return rows.map((row) => ({ ...row, components: new Int8Array(Buffer.from(row.components, "base64")) }));
}

/** A passage of a document, by its place among those of the document, from 0, and by its text. */
export interface Passage extends Pick<PassageSpan, "paragraphe" | "section" | "start" | "end"> {
  readonly position: number;
  readonly textHash: string;
}

/** An edition with passages of it, in text order; there is at least one. */
export interface PassageHit extends HitSource {
  readonly passages: readonly Passage[];
}

/** Passages of a document, by their texts or by their places. */
export interface NamedPassages {
  readonly boiId: string;
  readonly textHashes: readonly string[];
  readonly positions: readonly number[];
}

/** SQL of the rows `p` of `passages` put together as `Passage`s, in text order. */
export function passagesOf(sql: Statements): Piece {
  return sql`
  coalesce(json_agg(json_build_object('position', p.position, 'textHash', p.text_hash, 'paragraphe', p.paragraphe,
    'section', p.section, 'start', p.start_offset, 'end', p.end_offset) order by p.position), '[]')`;
}

/**
 * The editions looked at of documents, with those of the named passages that they have, by identifier; a document
 * without any is absent.
 */
export async function readPassageHits(
  database: Database,
  named: readonly NamedPassages[],
  editions: SearchedEditions = IN_FORCE,
): Promise<Map<string, PassageHit>> {
  const boiIds = named.map(({ boiId }) => boiId);
  const looked = await readNamedEditions(database, boiIds, editions);
  const found = keptTexts(database).among(keysOf(boiIds, looked));
  const sql = database.$client;
  const rows = await readHits<{ readonly passages: readonly Passage[] }>(sql, found, {
    columns: sql`named.passages`,
    editions: sql`
      json_to_recordset(${jsonRows(named)}::text::json) as r("boiId" text, "textHashes" json, positions json)
      join ${shownEditions(sql, boiIds, looked)} on e.boi_id = r."boiId"
      cross join lateral (
        select ${passagesOf(sql)} as passages
        from passages p where p.edition_id = e.id
          and (p.text_hash in (select json_array_elements_text(r."textHashes"))
            or p.position in (select json_array_elements_text(r.positions)::int))) named`,
  });
  const hits = rows.flatMap(({ hit }) => (hit.passages.length === 0 ? [] : hit));
  return new Map(hits.map((hit) => [hit.boi_id, hit]));
}
