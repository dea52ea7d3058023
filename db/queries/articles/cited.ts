import { type ArticleRange, isInRange, otherWriting } from "../../../bofip/law/article-number.ts";
import { CODES } from "../../../bofip/law/codes.ts";
import type { Database } from "../../postgres/database.ts";

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
