import { type ArticleRange, isInRange } from "../../../bofip/law/article-number.ts";
import type { ArticleRank, ArticleRole } from "../../../bofip/law/citation.ts";
import type { CitedEntry, FieldsOf } from "../../../bofip/law/cited/entries.ts";
import type { CitedKind } from "../../../bofip/law/cited/keys.ts";
import type { EditionsInForce } from "../../engine/dated-texts.ts";
import type { Database } from "../../postgres/database.ts";
import type { Piece, Statements } from "../../postgres/statements.ts";
import type { DocumentType } from "../../schema/documents.ts";
import type { CitingNews } from "../news.ts";
import { searchedDocuments } from "../texts/editions-at.ts";

export type LawGenre = CitedEntry["genre"];

/** A range of articles, as a document writes it. */
interface WrittenRange extends ArticleRange {
  readonly texte: string;
}

/** A document in force that cites something of the law. */
export interface CitingDocument<Genre extends LawGenre = LawGenre> {
  readonly boi_id: string;
  readonly titre: string;
  readonly domaine: string;
  readonly type: DocumentType;
  readonly date_publication: string;
  readonly url: string;
  readonly mentions: number;
  /** Numbers of the § that cite it, once for each mention; null outside every §. */
  readonly paragraphes: readonly (string | null)[];
  readonly rang: ArticleRank;
  readonly role: Genre extends "article" ? ArticleRole : null;
  /** The first range that includes an article, when the document cites it only by ranges; null when it names it. */
  readonly etendue: Genre extends "article" ? WrittenRange | null : null;
}

interface CitingTexts<Genre extends LawGenre> {
  /**
   * Whether one of all, or an actualité, names it: an article alone or as an end of a range, whatever its role and the
   * part of it; something else by its key, whatever the article of it.
   */
  readonly isNamed: boolean;
  readonly total: number;
  /** Those of `total` that name it. */
  readonly named: number;
  /** Its fields in what cites it; empty when nothing does. */
  readonly variants: readonly LawVariant<FieldsOf<Genre>>[];
  readonly documents: readonly CitingDocument<Genre>[];
  /** Those that name it, whatever the role, newest first. */
  readonly actualites: readonly CitingNews[];
}

/** One thing as some of the documents that cite it describe it: in `citations` of their entries. */
export interface LawVariant<Fields> {
  readonly champs: Fields;
  readonly citations: number;
}

/** Something of the law, by its key: of an article, its code. */
export interface LawKey<Genre = CitedKind> {
  readonly genre: Genre;
  readonly cle: string;
}

export interface AskedLaw<Genre extends LawGenre = LawGenre> extends LawKey<Genre> {
  /** Its number; of a norm, in lower case and without spaces, or null for all of it. */
  readonly article: string | null;
}

export interface CitingPage {
  /** Null or absent for both. */
  readonly role?: ArticleRole | null;
  /** A part of an article, which its own parts follow: « I » is also « I-2 »; null or absent for all. */
  readonly precision?: string | null | undefined;
  /** Articles whose « et suivants » reach the one asked: those of its section before it, where the law is held. */
  readonly reachedFrom?: readonly string[];
  readonly limit: number;
  readonly offset: number;
}

/**
 * One page of the documents in force that cite something of the law: those that name an article before those that cite
 * it by a range, those that comment on it before those that merely cite it, then by rank, by mentions and by identifier.
 * And the actualités that name it.
 */
export async function readTextsCiting<Genre extends LawGenre>(
  database: Database,
  asked: AskedLaw<Genre>,
  { role = null, precision = null, reachedFrom = [], limit, offset }: CitingPage,
): Promise<CitingTexts<Genre>> {
  const sql = database.$client;
  const { genre, cle, article } = asked;
  const isArticle = genre === "article" && article !== null;
  const { isCited, isNamed, isAsked } = isArticle
    ? await articleConditions(database, { code: cle, article }, precision, reachedFrom)
    : {
        ...{ isCited: sql`true`, isNamed: sql`true` },
        isAsked: sql`(${article}::text is null or lower(replace(article, ' ', '')) = ${article}::text)`,
      };
  const [row] = await sql<CitingTexts<Genre>[]>`
    with cited as (
      select l.boi_id, l.actualite_id, l.position, l.article, l.champs, l.occurrences, ${isNamed} as named,
        array_position(array['titre', 'introduction', 'corps'], l.rang) as rank,
        array_position(array['commente', 'cite'], l.champs ->> 'role') as role
      from ${citedInForce(sql)} where l.genre = ${genre} and l.cle = ${cle} and ${isCited}
    ), asked as (
      select * from cited cross join jsonb_array_elements(occurrences) with ordinality as one (occurrence, place)
      where ${isAsked}
    ), found as (
      select boi_id, bool_or(named) as named, min(role) as role, min(rank) as rank, count(*)::int as mentions,
        json_agg(occurrence -> 'paragraphe' order by position, place) as paragraphes,
        (json_agg(json_build_object('de', champs -> 'etendue' -> 'de', 'a', champs -> 'etendue' -> 'a',
          'texte', occurrences -> 0 -> 'texte') order by position, place) filter (where not named)) -> 0 as range
      from asked where boi_id is not null group by boi_id
    ), kept as (
      select *, (array['commente', 'cite'])[role] as part from found
      where ${role}::text is null or (array['commente', 'cite'])[role] = ${role}::text
    ), page as (
      select *, row_number() over (order by named desc, role, rank, mentions desc, boi_id collate "C") as position
      from kept order by position limit ${limit} offset ${offset}
    )
    select exists (select from cited where named) as "isNamed", (
      select count(*)::int from kept) as total, (
      select count(*)::int from kept where named) as named, (
      select coalesce(json_agg(json_build_object('champs', champs, 'citations', citations)), '[]')
      from (select champs, count(*)::int as citations from cited group by champs) told) as variants, (
      select coalesce(json_agg(json_build_object('boi_id', d.boi_id, 'titre', d.titre, 'domaine', d.domaine,
        'type', d.type, 'date_publication', d.date_publication, 'url', d.url, 'mentions', mentions, 'paragraphes', paragraphes,
        'rang', (array['titre', 'introduction', 'corps'])[rank], 'role', part,
        'etendue', case when not named then range end) order by position), '[]')
      from page join documents d using (boi_id)) as documents, (
      select coalesce(json_agg(json_build_object('id', id, 'titre', titre, 'date', date) order by date desc, id desc), '[]')
      from actualites where id in (select actualite_id from asked where named)) as actualites`;
  if (row === undefined) throw new Error("cited law: no row");
  return row;
}

/** Rows `l` of `cited_law` of documents in force, with their `boi_id` and their `domaine`, and of actualités. */
export function citedInForce(sql: Statements): Piece {
  // Apart, so that the documents of a few rows are looked up by index.
  return sql`(
    select cited_law.*, d.boi_id, d.domaine
    from cited_law join documents d on d.edition_id = cited_law.edition_id and d.statut = 'en_vigueur'
    union all
    select *, null, null from cited_law where actualite_id is not null) l`;
}

/** An article, by its code as the doctrine names it and its number in the usual writing. */
export interface NumberedArticle {
  readonly code: string;
  readonly article: string;
}

/** Which rows `l` cite an article, which name it, alone or as an end of a range, and which occurrences name a part. */
async function articleConditions(
  database: Database,
  cited: NumberedArticle,
  precision: string | null,
  reachedFrom: readonly string[],
) {
  const sql = database.$client;
  const ranges = await readRanges(database, cited, { isInNews: true, reachedFrom });
  const parts = sql`jsonb_array_elements_text(
    coalesce(occurrence -> 'precisions', jsonb_build_array(occurrence -> 'precision')))`;
  return {
    isCited: isCiting(sql, cited, ranges),
    isNamed: sql`(l.article = ${cited.article} or l.champs -> 'etendue' ->> 'a' = ${cited.article}) is true`,
    isAsked: sql`(${precision}::text is null or exists (
      select from ${parts} as told (part)
      where part = ${precision} or starts_with(part, ${`${precision}-`}) or starts_with(part, ${`${precision} à `})))`,
  };
}

/**
 * Whether a row `l` of articles cites one, by itself or by one of the ranges that it lies in. The first article of a range
 * is that of its row: the index by key and article finds them all.
 */
function isCiting(sql: Statements, { code, article }: NumberedArticle, ranges: readonly ArticleRange[]) {
  const firsts = JSON.stringify([article, ...ranges.map(({ de }) => de)]);
  return sql`(l.genre = 'article' and l.cle = ${code}
    and l.article = any(array(select jsonb_array_elements_text(${firsts}::text::jsonb)))
    and ((l.champs ->> 'etendue' is null and l.article = ${article})
      or l.champs -> 'etendue' in (select value from jsonb_array_elements(${JSON.stringify(ranges)}::text::jsonb))))`;
}

/** A range of articles, with the documents in force that cite it, by identifier. */
interface CitedRange extends ArticleRange {
  readonly documents: readonly string[];
}

/** The ranges cited by documents in force in which an article lies by the order of its code, each once. */
export async function readRangesWithDocuments(
  database: Database,
  cited: NumberedArticle,
): Promise<CitedRange[]> {
  const sql = database.$client;
  const ranges = await readRangesAround(database, cited);
  return await sql<CitedRange[]>`
    select l.champs -> 'etendue' ->> 'de' as de, l.champs -> 'etendue' ->> 'a' as a,
      json_agg(distinct d.boi_id order by d.boi_id) as documents
    from cited_law l join documents d on d.edition_id = l.edition_id
    where d.statut = 'en_vigueur' and l.champs ->> 'etendue' is not null and ${isCiting(sql, cited, ranges)}
    group by 1, 2 order by count(distinct d.boi_id) desc, min(d.boi_id), 1, 2`;
}

/** Identifiers of the documents whose edition looked at cites an article, by itself or within a range. */
export async function readCitingIds(
  database: Database,
  cited: NumberedArticle,
  editions: EditionsInForce,
): Promise<Set<string>> {
  const sql = database.$client;
  const ranges = await readRangesAround(database, cited);
  const rows = await sql<{ boiId: string }[]>`
    select distinct d.boi_id as "boiId"
    from ${searchedDocuments(sql, editions)} join cited_law l on l.edition_id = d.edition_id
    where ${isCiting(sql, cited, ranges)}`;
  return new Set(rows.map(({ boiId }) => boiId));
}

/** Distinct ranges, that documents in force cite, in which an article lies by the order of its code. */
export function readRangesAround(database: Database, cited: NumberedArticle): Promise<ArticleRange[]> {
  return readRanges(database, cited, { isInNews: false, reachedFrom: [] });
}

/**
 * Only articles have ranges: without their kind, the index of ranges is the one that finds them.
 * @param isInNews whether those that actualités alone cite are among them.
 * @param reachedFrom see `CitingPage`.
 */
async function readRanges(
  database: Database,
  { code, article }: NumberedArticle,
  { isInNews, reachedFrom }: { readonly isInNews: boolean; readonly reachedFrom: readonly string[] },
): Promise<ArticleRange[]> {
  const sql = database.$client;
  const rows = await sql<{ etendue: ArticleRange }[]>`
    select distinct l.champs -> 'etendue' as etendue from ${citedInForce(sql)}
    where l.cle = ${code} and l.champs ->> 'etendue' is not null
      and (${isInNews} or l.edition_id is not null)`;
  return rows
    .map(({ etendue }) => etendue)
    .filter((range) => isInRange(article, range) || (range.a === null && reachedFrom.includes(range.de)));
}

/** How many keys are suggested on each side of one that nothing cites. */
const NEIGHBOURS = 3;

/**
 * Keys of what documents in force and actualités cite that resemble one that none cites: those that have its number,
 * then those around it in the order of keys.
 */
export async function readKeysNear(database: Database, { genre, cle }: LawKey): Promise<string[]> {
  const sql = database.$client;
  const number = /\d[\d-]*\d/.exec(cle)?.[0] ?? cle;
  const rows = await sql<{ cle: string }[]>`
    with keys as (
      select distinct cle collate "C" as cle from ${citedInForce(sql)} where genre = ${genre} and cle is not null
    ), near as (
      (select cle, 1 as side from keys where strpos(cle, ${number}) > 0 order by cle limit ${2 * NEIGHBOURS})
      union all
      (select cle, 2 from keys where cle < ${cle} order by cle desc limit ${NEIGHBOURS})
      union all
      (select cle, 3 from keys where cle > ${cle} order by cle limit ${NEIGHBOURS})
    )
    select cle from near group by cle order by min(side) = 1 desc, cle limit ${2 * NEIGHBOURS}`;
  return rows.map((row) => row.cle);
}
