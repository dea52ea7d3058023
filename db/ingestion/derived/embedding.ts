import type { TextSet } from "../../engine/dated-texts.ts";
import { readProven, shownTexts } from "../../integrity/seals.ts";
import { vectorSeal } from "../../integrity/vectors.ts";
import type { Database } from "../../postgres/database.ts";
import { jsonRows, pages } from "../../postgres/statements.ts";
import { passageTexts } from "../../queries/texts/dated-texts.ts";
import type { PassageSpan } from "../../schema/passages.ts";

/** How many passages a text has, and how many of them lack a vector. */
interface EmbeddingState {
  /** The last edition that has it. */
  readonly edition: number;
  readonly passages: number;
  readonly missing: number;
}

const PAGE_DOCUMENTS = 100;

interface DocumentRow {
  readonly position: string;
  readonly texts: readonly EmbeddingState[];
}

/**
 * What a version of the embedder (null: one that does not exist yet) has left to embed of a set of texts, by document, a
 * page of documents at a time.
 */
export async function* readEmbeddingStates(
  { $client: sql }: Database,
  version: string | null,
  set: TextSet,
): AsyncGenerator<readonly EmbeddingState[]> {
  const rows = pages(
    "",
    (after) => sql<DocumentRow[]>`
      select d.boi_id as position, coalesce(held.texts, '[]') as texts
      from (select * from documents where boi_id > ${after} order by boi_id limit ${PAGE_DOCUMENTS}) d
      cross join lateral (
        select json_agg(json_build_object('edition', t.edition_id, 'passages', counts.passages,
          'missing', counts.missing) order by t.entry) as texts
        from (${passageTexts(sql, set)}) t cross join lateral (
          select count(*)::int as passages, count(*) filter (where not exists (
            select from passage_vectors v where v.version = ${version}::text and v.text_hash = p.text_hash))::int as missing
          from passages p where p.edition_id = t.edition_id) as counts
      ) held
      order by d.boi_id`,
  );
  for await (const page of rows) yield page.flatMap(({ texts }) => texts);
}

/** An edition, with what the texts of its passages are built from. */
interface EditionPassages {
  readonly boiId: string;
  readonly titre: string;
  readonly texte: string;
  /** In the order of the text. */
  readonly passages: readonly (PassageSpan & { readonly textHash: string; readonly isEmbedded: boolean })[];
}

/**
 * The passages of an edition, those embedded in `version` marked; null when it is not stored. One short statement.
 * @throws {DamagedText} nothing is derived from a damaged text.
 */
export async function readEditionPassages(
  { $client: sql }: Database,
  edition: number,
  version: string | null,
): Promise<EditionPassages | null> {
  const [row] = await readProven<EditionPassages>(sql, {
    of: "c",
    text: ["texte"],
    columns: sql`e.boi_id as "boiId", e.titre, coalesce((
      select json_agg(json_build_object('paragraphe', p.paragraphe, 'section', p.section, 'start', p.start_offset,
          'end', p.end_offset, 'tableStart', p.table_start, 'tableEnd', p.table_end, 'textHash', p.text_hash,
          'isEmbedded', exists (
            select from passage_vectors v where v.version = ${version}::text and v.text_hash = p.text_hash))
        order by p.position)
      from passages p where p.edition_id = e.id), '[]') as passages`,
    from: sql`${shownTexts(sql)} where e.id = ${edition}`,
  });
  return row ?? null;
}

/** A vector to store; without components for a text with nothing to embed. */
export interface NewVector {
  readonly textHash: string;
  readonly components: Int8Array | null;
  readonly scale: number;
}

/** Stores vectors of a version; existing ones are left alone. */
export async function writeVectors(
  { $client: sql }: Database,
  version: string,
  vectors: readonly NewVector[],
): Promise<void> {
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
export async function dropOtherVectors({ $client: sql }: Database, kept: readonly string[]): Promise<void> {
  for (;;) {
    const { count } = await sql`
      delete from passage_vectors where ctid = any(array(
        select ctid from passage_vectors
        where version <> all(array(select json_array_elements_text(${jsonRows(kept)}::text::json)))
        limit ${DROPPED_ROWS}))`;
    if (count < DROPPED_ROWS) return;
  }
}
