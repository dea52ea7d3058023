import type { TextSet } from "../../engine/dated-texts.ts";
import { readProven, shownTexts } from "../../integrity/seals.ts";
import { vectorSeal } from "../../integrity/vectors.ts";
import type { Database } from "../../postgres/database.ts";
import { anyTextOf, jsonRows, pages } from "../../postgres/statements.ts";
import { passageTexts } from "../../queries/texts/dated-texts.ts";
import type { PassageSpan } from "../../schema/passages.ts";

/** What a version of the embedder has embedded or not, of a set of texts. */
export interface Backlog {
  readonly passages: number;
  readonly missing: number;
  /** Editions with passages, in the order of documents, then those with missing ones. */
  readonly editions: readonly number[];
  readonly lacking: readonly number[];
}

const PAGE_DOCUMENTS = 100;

/** The texts of a document, each by the last edition that has it. */
interface DocumentRow {
  readonly position: string;
  readonly texts: readonly {
    readonly edition: number;
    readonly passages: number;
    readonly missing: number;
  }[];
}

/** @param version null for an embedder that does not exist yet. */
export async function readBacklog(
  { $client: sql }: Database,
  version: string | null,
  set: TextSet = "present",
): Promise<Backlog> {
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
        where counts.passages > 0
      ) held
      order by d.boi_id`,
  );
  let [passages, missing] = [0, 0];
  const editions: number[] = [];
  const lacking: number[] = [];
  for await (const page of rows) {
    for (const text of page.flatMap(({ texts }) => texts)) {
      passages += text.passages;
      missing += text.missing;
      editions.push(text.edition);
      if (text.missing > 0) lacking.push(text.edition);
    }
  }
  return { passages, missing, editions, lacking };
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
  readonly version: string;
  readonly textHash: string;
  readonly components: Int8Array | null;
  readonly scale: number;
}

/** Stores vectors, all or none of them; existing ones are left alone. */
export async function writeVectors({ $client: sql }: Database, vectors: readonly NewVector[]): Promise<void> {
  const rows = vectors.map(({ components, ...vector }) => ({
    ...vector,
    components: components === null ? null : Buffer.from(components).toString("base64"),
  }));
  await sql`
    insert into passage_vectors (version, text_hash, components, scale, seal)
    select r.*, ${vectorSeal(sql, "r")} from (
      select version, "textHash" as text_hash, decode(components, 'base64') as components, scale
      from json_to_recordset(${jsonRows(rows)}::text::json)
        as given(version text, "textHash" text, components text, scale real)) r
    on conflict do nothing`;
}

const DROPPED_ROWS = 1_000;

/** Deletes the vectors of all versions but those given, by short statements, and what is told of their past texts. */
export async function dropOtherVectors({ $client: sql }: Database, kept: readonly string[]): Promise<void> {
  const isOther = sql`not version = ${anyTextOf(sql, kept)}`;
  await sql`delete from past_fillings where ${isOther}`;
  for (;;) {
    const { count } = await sql`
      delete from passage_vectors where ctid = any(array(
        select ctid from passage_vectors where ${isOther} limit ${DROPPED_ROWS}))`;
    if (count < DROPPED_ROWS) return;
  }
}
