import type { ArticleRange } from "../../bofip/law/article-number.ts";
import type { ArticleRank } from "../../bofip/law/citation.ts";
import type { Database } from "../../postgres/database.ts";
import type { Statements } from "../../postgres/statements.ts";
import type { DocumentType } from "../../schema/documents.ts";
import { readRangesAround } from "./cited.ts";

/** A document in force that cites an article, by itself or within a range. */
export interface CommentingDocument {
  readonly boi_id: string;
  readonly titre: string;
  readonly domaine: string;
  readonly type: DocumentType;
  readonly date_publication: string;
  readonly url: string;
  readonly mentions: number;
  /** Numbers of the § that cite it, by each way in which the document does. */
  readonly paragraphes: readonly (readonly string[])[];
  readonly rang: ArticleRank;
}

interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** The documents in force that cite an article: by rank, then by mentions, then by identifier. */
export async function readCommentingDocuments(
  database: Database,
  { code, article }: Article,
  { limit, offset }: Page,
): Promise<{ readonly total: number; readonly documents: CommentingDocument[] }> {
  const sql = database.$client;
  const ranges = await readRangesAround(database, { code, article });
  const [row] = await sql<{ total: number; documents: CommentingDocument[] }[]>`
    with found as (
      select d.boi_id, d.titre, d.domaine, d.type, d.date_publication, d.url, sum(a.mentions)::int as mentions,
        json_agg(a.paragraphes order by a.position) as paragraphes,
        min(array_position(array['titre', 'introduction', 'corps'], a.rang)) as rank
      from edition_articles a join documents d on d.edition_id = a.edition_id
      where d.statut = 'en_vigueur' and ${citing(sql, { code, article }, ranges)}
      group by d.boi_id
    ), page as (
      select *, row_number() over (order by rank, mentions desc, boi_id collate "C") as position from found
      order by position limit ${limit} offset ${offset}
    )
    select (select count(*)::int from found) as total, (
      select coalesce(json_agg(json_build_object('boi_id', boi_id, 'titre', titre, 'domaine', domaine, 'type', type,
        'date_publication', date_publication, 'url', url, 'mentions', mentions, 'paragraphes', paragraphes,
        'rang', (array['titre', 'introduction', 'corps'])[rank]) order by position), '[]')
      from page) as documents`;
  return row ?? { total: 0, documents: [] };
}

/** Identifiers of the documents in force that cite an article, by itself or within a range. */
export async function readCitingIds(database: Database, cited: Article): Promise<Set<string>> {
  const sql = database.$client;
  const ranges = await readRangesAround(database, cited);
  const rows = await sql<{ boiId: string }[]>`
    select distinct d.boi_id as "boiId" from edition_articles a join documents d on d.edition_id = a.edition_id
    where d.statut = 'en_vigueur' and ${citing(sql, cited, ranges)}`;
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
