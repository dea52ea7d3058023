import { articleKey } from "../../../bofip/law/versions.ts";
import type { Database } from "../../postgres/database.ts";
import { anyNumberOf } from "../../postgres/statements.ts";
import type { NumberedArticle } from "../cited-law/citing.ts";
import { isAtOrBelow } from "../journal.ts";
import { askedArticles, hasNoSuccessor, type LawChange, scopeOf, versionOn } from "./articles.ts";

/** A document in force, with the articles it comments that changed after its edition began. */
export interface ChangedDocument {
  readonly boi_id: string;
  readonly titre: string;
  readonly domaine: string;
  readonly date_debut: string;
  readonly articles: readonly (NumberedArticle & { readonly modifie_depuis: LawChange })[];
}

interface ChangedPage {
  /** A node of the plan and all below; the empty root and null for all. */
  readonly chemin: string | null;
  /** Null for every article. */
  readonly article: NumberedArticle | null;
  /** Null for every change, those of which a text is not held included. */
  readonly portee: "formelle" | "fond" | null;
  /** The day of the answer. */
  readonly day: string;
  /** The last day, included, whose changes count. */
  readonly until: string;
  readonly limit: number;
  readonly offset: number;
}

/** One page of the documents in force whose commented articles changed since their edition, the latest change first. */
export async function readChangedDocuments(
  { $client: sql }: Database,
  { chemin, article, portee, day, until, limit, offset }: ChangedPage,
): Promise<{ readonly total: number; readonly documents: readonly ChangedDocument[] }> {
  const isBelow = chemin === null || chemin === "" ? sql`true` : isAtOrBelow(sql, sql`d.boi_id`, chemin);
  const key = sql`replace(l.article, '.*', '.')`;
  const isAsked =
    article === null ? sql`true` : sql`l.cle = ${article.code} and ${key} = ${articleKey(article.article)}`;
  const scope = sql`(select ${scopeOf(sql, sql`former.substance`, sql`held.substance`)}
    from (${versionOn(sql, sql`last.code`, sql`last.key`, sql`last.since`)}) former,
      (${versionOn(sql, sql`last.code`, sql`last.key`, sql`${day}::date`)}) held)`;
  const [row] = await sql<{ total: number; documents: ChangedDocument[] }[]>`
    with commented as materialized (
      select d.boi_id, d.date_publication as since, l.cle as code, ${key} as key, min(l.article) as article
      from cited_law l join documents d on d.edition_id = l.edition_id and d.statut = 'en_vigueur'
      where l.genre = 'article' and l.champs ->> 'role' = 'commente' and l.champs ->> 'etendue' is null
        and ${isBelow} and ${isAsked}
      group by 1, 2, 3, 4
    ), changes as materialized (
      select v.code, v.article_key as key, v.date_debut as date, v.legiarti
      from law_versions v join (select distinct code, key from commented) asked on asked.code = v.code and asked.key = v.article_key
      where v.date_debut <= ${until}::date
      union all
      select ended.code, ended.article_key, ended.date_fin, null
      from law_versions ended join (select distinct code, key from commented) asked
        on asked.code = ended.code and asked.key = ended.article_key
      where ended.date_fin <= ${until}::date and ${hasNoSuccessor(sql)}
    ), last as materialized (
      select distinct on (c.boi_id, c.code, c.key) c.boi_id, c.since, c.code, c.key, c.article, changes.date, changes.legiarti
      from commented c join changes on changes.code = c.code and changes.key = c.key and changes.date > c.since
      order by c.boi_id, c.code, c.key, changes.date desc, changes.legiarti desc nulls last
    ), kept as (
      select * from last where ${portee}::text is null or ${scope} = ${portee}::text
    ), page as (
      select boi_id, row_number() over (order by max(date) desc, boi_id collate "C") as position
      from kept group by boi_id order by position limit ${limit} offset ${offset}
    ), told as (
      select last.boi_id, json_agg(json_build_object('code', last.code, 'article', last.article, 'modifie_depuis',
        json_build_object('date', last.date, 'legiarti', last.legiarti, 'portee_texte', ${scope}))
        order by last.date desc, last.code collate "C", last.key collate "C") as articles
      from kept last join page using (boi_id) group by last.boi_id
    )
    select (select count(distinct boi_id)::int from kept) as total, (
      select coalesce(json_agg(json_build_object('boi_id', d.boi_id, 'titre', d.titre, 'domaine', d.domaine,
        'date_debut', d.date_publication, 'articles', told.articles) order by page.position), '[]')
      from page join told using (boi_id) join documents d using (boi_id)) as documents`;
  return row ?? { total: 0, documents: [] };
}

/** The articles that editions comment on, by edition, in the order of their texts. */
export async function readCommentedArticles(
  { $client: sql }: Database,
  editions: readonly number[],
): Promise<ReadonlyMap<number, readonly NumberedArticle[]>> {
  const rows = await sql<(NumberedArticle & { readonly edition: number })[]>`
    select edition_id as edition, cle as code, article from cited_law
    where edition_id = ${anyNumberOf(sql, editions)}
      and genre = 'article' and champs ->> 'role' = 'commente' and champs ->> 'etendue' is null
    order by position`;
  return Map.groupBy(rows, ({ edition }) => edition);
}

/** What is held of an article on a day. */
export interface ArticleState {
  /** Its version of the day; null when it has none, or is not held. */
  readonly droit: { readonly legiarti: string; readonly date_debut: string } | null;
  /** Whether a version of it had ended by that day. */
  readonly hasEnded: boolean;
  /** Whether it is held on any day, or named by a document: the doctrine names no article that never was. */
  readonly isKnown: boolean;
}

/** What is held of each article on a day, in the order asked: one statement for all. */
export async function readArticleStates(
  { $client: sql }: Database,
  articles: readonly NumberedArticle[],
  day: string,
): Promise<ArticleState[]> {
  if (articles.length === 0) return [];
  return await sql<ArticleState[]>`
    select case when held.legiarti is not null then
        json_build_object('legiarti', held.legiarti, 'date_debut', held.date_debut) end as droit,
      exists (select from law_versions v where v.code = asked.code and v.article_key = asked.key
        and v.date_fin <= ${day}::date) as "hasEnded",
      exists (select from law_versions v where v.code = asked.code and v.article_key = asked.key)
        or exists (select from cited_law l where l.genre = 'article' and l.cle = asked.code
          and l.article in (asked.article, asked.key)) as "isKnown"
    from ${askedArticles(sql, articles)}
      left join lateral (${versionOn(sql, sql`asked.code`, sql`asked.key`, sql`${day}::date`)}) held on true
    order by asked.rank`;
}
