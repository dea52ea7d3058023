import { type ArticleRange, isInRange, otherWriting } from "../../../bofip/law/article-number.ts";
import type { ArticleRank, ArticleRole } from "../../../bofip/law/citation.ts";
import { CODES } from "../../../bofip/law/codes.ts";
import type { EditionsInForce } from "../../engine/dated-texts.ts";
import type { Database } from "../../postgres/database.ts";
import type { Statements } from "../../postgres/statements.ts";
import type { DocumentType } from "../../schema/documents.ts";
import type { CitingNews } from "../news.ts";
import { searchedDocuments } from "../texts/editions-at.ts";

/** A range of articles, as a document writes it. */
interface WrittenRange extends ArticleRange {
  readonly texte: string;
}

/** A document in force that cites an article, by itself or within a range. */
export interface CommentingDocument {
  readonly boi_id: string;
  readonly titre: string;
  readonly domaine: string;
  readonly type: DocumentType;
  readonly date_publication: string;
  readonly url: string;
  readonly mentions: number;
  /** Numbers of the § that cite it, one list for each way in which the document cites it. */
  readonly paragraphes: readonly (readonly string[])[];
  readonly rang: ArticleRank;
  readonly role: ArticleRole;
  /** The first range that includes it, when the document cites it only by ranges; null when it names the article. */
  readonly etendue: WrittenRange | null;
}

interface Page {
  /** Null for both roles. */
  readonly role: ArticleRole | null;
  /** A part of the article, which its own parts follow: « I » is also « I-2 »; null or absent for all. */
  readonly precision?: string | null;
  readonly limit: number;
  readonly offset: number;
}

interface CommentingDocuments {
  /**
   * Whether one of all, or an actualité, names the article, alone or as an end of a range: whatever the role and the
   * part of it.
   */
  readonly isNamed: boolean;
  readonly total: number;
  /** Those of `total` that name it. */
  readonly named: number;
  readonly documents: readonly CommentingDocument[];
  /** Those that name it, whatever the role, newest first. */
  readonly actualites: readonly CitingNews[];
}

const NONE: CommentingDocuments = { isNamed: false, total: 0, named: 0, documents: [], actualites: [] };

/**
 * The documents in force that cite an article: those that name it before those that cite it by a range, those that
 * comment on it before those that merely cite it, then by rank, by mentions and by identifier. And the actualités that
 * name it.
 */
export async function readCommentingDocuments(
  database: Database,
  { code, article }: Article,
  { role, precision = null, limit, offset }: Page,
): Promise<CommentingDocuments> {
  const sql = database.$client;
  const ranges = await readRangesAround(database, { code, article });
  const [row] = await sql<CommentingDocuments[]>`
    with found as (
      select d.boi_id, d.titre, d.domaine, d.type, d.date_publication, d.url, sum(cited.mentions)::int as mentions,
        json_agg(cited.paragraphes order by a.position) as paragraphes,
        min(array_position(array['titre', 'introduction', 'corps'], a.rang)) as rank,
        min(array_position(array['commente', 'cite'], a.role)) as role,
        bool_or(${naming(sql, article)}) as "isNamed",
        (json_agg(json_build_object('de', a.etendue -> 'de', 'a', a.etendue -> 'a', 'texte', a.texte)
          order by a.position)) -> 0 as range
      from edition_articles a join documents d on d.edition_id = a.edition_id
        cross join lateral ${mentionsOf(sql, precision)} cited
      where d.statut = 'en_vigueur' and ${citing(sql, { code, article }, ranges)}
      group by d.boi_id
    ), kept as (
      select *, (array['commente', 'cite'])[role] as part from found
    ), page as (
      select *, row_number() over (
        order by "isNamed" desc, role, rank, mentions desc, boi_id collate "C") as position
      from kept where ${role}::text is null or part = ${role}::text
      order by position limit ${limit} offset ${offset}
    )
    select exists (select from edition_articles a join documents d on d.edition_id = a.edition_id
      where d.statut = 'en_vigueur' and ${citing(sql, { code, article }, ranges)} and ${naming(sql, article)})
      or exists (select from actualite_articles a where a.code = ${code} and ${naming(sql, article)}) as "isNamed", (
      select count(*)::int from kept where ${role}::text is null or part = ${role}::text) as total, (
      select count(*)::int from kept
      where "isNamed" and (${role}::text is null or part = ${role}::text)) as named, (
      select coalesce(json_agg(json_build_object('boi_id', boi_id, 'titre', titre, 'domaine', domaine, 'type', type,
        'date_publication', date_publication, 'url', url, 'mentions', mentions, 'paragraphes', paragraphes,
        'rang', (array['titre', 'introduction', 'corps'])[rank], 'role', part,
        'etendue', case when not "isNamed" then range end) order by position), '[]')
      from page) as documents, (
      select coalesce(json_agg(json_build_object('id', id, 'titre', titre, 'date', date) order by date desc, id desc), '[]')
      from actualites where id in (
        select a.actualite_id from actualite_articles a cross join lateral ${mentionsOf(sql, precision)} cited
        where a.code = ${code} and ${naming(sql, article)})) as actualites`;
  return row ?? NONE;
}

/** Whether a row `a` of a table of cited articles names an article, alone or as an end of a range. */
function naming(sql: Statements, article: string) {
  return sql`(a.article = ${article} or a.etendue ->> 'a' = ${article}) is true`;
}

/** The mentions of a row `a` of a table of cited articles and their §: all, or those of a part of the article. */
function mentionsOf(sql: Statements, precision: string | null) {
  if (precision === null) return sql`(select a.mentions, a.paragraphes)`;
  return sql`(
    select count(*)::int as mentions,
      coalesce(jsonb_agg(distinct place -> 'paragraphe') filter (where place ->> 'paragraphe' is not null), '[]')
        as paragraphes
    from jsonb_array_elements(a.occurrences) as named (place)
    where exists (
      select from jsonb_array_elements_text(coalesce(place -> 'precisions', jsonb_build_array(place -> 'precision')))
        as told (part)
      where part = ${precision} or starts_with(part, ${`${precision}-`}) or starts_with(part, ${`${precision} à `}))
    having count(*) > 0)`;
}

/** A range of articles, with the documents in force that cite it, by identifier. */
interface CitedRange extends ArticleRange {
  readonly documents: readonly string[];
}

/** The ranges cited by documents in force in which an article lies by the order of its code, each once. */
export async function readRangesWithDocuments(database: Database, cited: Article): Promise<CitedRange[]> {
  const sql = database.$client;
  const ranges = await readRangesAround(database, cited);
  return await sql<CitedRange[]>`
    select a.etendue ->> 'de' as de, a.etendue ->> 'a' as a,
      json_agg(distinct d.boi_id order by d.boi_id) as documents
    from edition_articles a join documents d on d.edition_id = a.edition_id
    where d.statut = 'en_vigueur' and a.etendue is not null and ${citing(sql, cited, ranges)}
    group by 1, 2 order by count(distinct d.boi_id) desc, min(d.boi_id), 1, 2`;
}

/** Identifiers of the documents whose edition looked at cites an article, by itself or within a range. */
export async function readCitingIds(
  database: Database,
  cited: Article,
  editions: EditionsInForce,
): Promise<Set<string>> {
  const sql = database.$client;
  const ranges = await readRangesAround(database, cited);
  const rows = await sql<{ boiId: string }[]>`
    select distinct d.boi_id as "boiId"
    from ${searchedDocuments(sql, editions)} join edition_articles a on a.edition_id = d.edition_id
    where ${citing(sql, cited, ranges)}`;
  return new Set(rows.map(({ boiId }) => boiId));
}

interface Article {
  readonly code: string;
  readonly article: string;
}

/** Whether a row `a` of `edition_articles` cites an article, by itself or by a range that it lies in. */
function citing(sql: Statements, { code, article }: Article, ranges: readonly ArticleRange[]) {
  return sql`a.code = ${code} and (
    (a.etendue is null and a.article = ${article})
    or a.etendue in (select value from jsonb_array_elements(${JSON.stringify(ranges)}::text::jsonb)))`;
}

/** An article, or a range of them, with the editions in force that cite it so. */
export interface CitedLawRow {
  readonly code: string;
  readonly article: string;
  readonly etendue: ArticleRange | null;
  readonly editions: readonly number[];
  readonly mentions: number;
}

/** What documents in force cite of a code, or of every code, in no order. */
export async function readCitedLaw(database: Database, code: string | null): Promise<CitedLawRow[]> {
  const sql = database.$client;
  return await sql<CitedLawRow[]>`
    select a.code, a.article, a.etendue, json_agg(a.edition_id) as editions, sum(a.mentions)::int as mentions
    from edition_articles a join documents d on d.edition_id = a.edition_id
    where d.statut = 'en_vigueur' and (${code}::text is null or a.code = ${code}::text)
    group by a.code, a.article, a.etendue`;
}

/** A code, and how many documents in force name an article of this number in it. */
export interface CodeOfArticle {
  readonly code: string;
  readonly article: string;
  readonly documents: number;
}

/**
 * The codes that documents in force cite with one of these numbers, named by the most documents first. All are listed,
 * for the index by code and number.
 */
export async function readCodesOfArticle(
  database: Database,
  numbers: readonly string[],
): Promise<CodeOfArticle[]> {
  const sql = database.$client;
  return await sql<CodeOfArticle[]>`
    select a.code, a.article, count(distinct a.edition_id)::int as documents
    from edition_articles a join documents d on d.edition_id = a.edition_id
    where d.statut = 'en_vigueur' and a.etendue is null
      and a.code = any(array(select jsonb_array_elements_text(${JSON.stringify(CODES)}::text::jsonb)))
      and a.article = any(array(select jsonb_array_elements_text(${JSON.stringify(numbers)}::text::jsonb)))
    group by a.code, a.article order by documents desc, a.code collate "C"`;
}

/** An article as documents in force name it: as asked, else in its other writing (« R. 196-1 » for « R.* 196-1 »). */
export async function readHeldWriting<Article extends Pick<CitedLawRow, "code" | "article">>(
  database: Database,
  asked: Article,
): Promise<Article> {
  const other = otherWriting(asked.article);
  if (other === null) return asked;
  const named = await readCodesOfArticle(database, [asked.article, other]);
  const writings = named.filter(({ code }) => code === asked.code).map(({ article }) => article);
  return writings.includes(asked.article) || !writings.includes(other) ? asked : { ...asked, article: other };
}

/** Distinct ranges, that documents in force cite, in which an article lies by the order of its code. */
export async function readRangesAround(
  database: Database,
  { code, article }: Pick<CitedLawRow, "code" | "article">,
): Promise<ArticleRange[]> {
  const sql = database.$client;
  const rows = await sql<{ etendue: ArticleRange }[]>`
    select distinct a.etendue from edition_articles a join documents d on d.edition_id = a.edition_id
    where d.statut = 'en_vigueur' and a.code = ${code} and a.etendue is not null`;
  return rows.map(({ etendue }) => etendue).filter((range) => isInRange(article, range));
}
