import { type ArticleRange, isInRange } from "../../../bofip/law/article-number.ts";
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
