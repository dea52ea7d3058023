import { compareArticles } from "../../../bofip/law/article-number.ts";
import { type Amendment, articleKey, NO_DAY, UNKNOWN_DAY } from "../../../bofip/law/versions.ts";
import { readProven } from "../../integrity/seals.ts";
import type { Database } from "../../postgres/database.ts";
import { jsonRows, type Piece, type Statements } from "../../postgres/statements.ts";
import type { LawFault, LawState } from "../../schema/ingestion.ts";
import type { NumberedArticle } from "../cited-law/citing.ts";

/** The law held, and what the last reading of its source could not do; null for none. */
export async function readLaw({ $client: sql }: Database): Promise<{
  readonly law: LawState | null;
  readonly fault: LawFault | null;
}> {
  const [row] = await sql<{ law: LawState | null; fault: LawFault | null }[]>`
    select law, law_fault as fault from corpus`;
  return row ?? { law: null, fault: null };
}

/** A version of an article of law. */
export interface LawVersion extends NumberedArticle {
  readonly legiarti: string;
  /** LEGI's state: it decides nothing (`VIGUEUR` of a version that has ended, empty…). */
  readonly etat: string;
  /** First day; `UNKNOWN_DAY` of a version put off to a day not yet known, `NO_DAY` of one that was never dated. */
  readonly date_debut: string;
  /** The day after the last one; null without a known end. */
  readonly date_fin: string | null;
  /** Fingerprint of its text; null for a version that LEGI lists without its file. */
  readonly empreinte: string | null;
}

/** A version with its words, all null when LEGI gives none. */
export interface LawText extends LawVersion {
  readonly section: readonly string[];
  readonly contenu_texte: string | null;
  readonly contenu_html: string | null;
  readonly nota: string | null;
  readonly modifie_par: readonly Amendment[];
}

/** Every version of an article, the latest start first; none for an article that is not held. */
export async function readLawVersions(
  { $client: sql }: Database,
  { code, article }: NumberedArticle,
): Promise<LawVersion[]> {
  return await sql<LawVersion[]>`
    select ${versionColumns(sql)} from law_versions
    where code = ${code} and article_key = ${articleKey(article)} order by date_debut desc, legiarti desc`;
}

/** The texts of articles on a day, in the order asked; an article without a version that day has none. @throws {DamagedText} */
export async function readLawTexts(
  { $client: sql }: Database,
  articles: readonly NumberedArticle[],
  day: string,
): Promise<LawText[]> {
  return await readTexts(
    sql,
    sql`${askedArticles(sql, articles)} join lateral (
      ${versionOn(sql, sql`asked.code`, sql`asked.key`, sql`${day}::date`)}) held on true
      join law_versions on law_versions.legiarti = held.legiarti order by asked.rank`,
  );
}

/** A version by its identifier, with its text; null for one that is not held. @throws {DamagedText} */
export async function findLawText({ $client: sql }: Database, legiarti: string): Promise<LawText | null> {
  const [text] = await readTexts(sql, sql`law_versions where legiarti = ${legiarti}`);
  return text ?? null;
}

async function readTexts(sql: Statements, from: Piece): Promise<LawText[]> {
  return await readProven<LawText>(sql, {
    of: "law_versions",
    text: ["contenu_texte", "contenu_html", "nota"],
    columns: sql`${versionColumns(sql)}, law_versions.section, law_versions.modifie_par`,
    from,
  });
}

/** An article whose changes are sought. */
export interface SoughtArticle extends NumberedArticle {
  /** The day after which it may have changed: the start of the edition that cites it; null not to look. */
  readonly since: string | null;
}

/** The last change of an article after a day. */
export interface LawChange {
  readonly date: string;
  /** The version that began; null when the article ended without another. */
  readonly legiarti: string | null;
  /** How the text of the first day and that of the last one differ; null where one has no text. */
  readonly portee_texte: "formelle" | "fond" | null;
}

/** What is told of an article that a text cites. */
export interface ArticleOfDay {
  /** Its version of the day; null when it has none, or is not held. */
  readonly droit: { readonly legiarti: string; readonly date_debut: string } | null;
  /** Null when it has not changed. */
  readonly modifie_depuis: LawChange | null;
}

/**
 * The version of a day and the last change of each article, in the order asked: one statement for all.
 * @param until the last day, included, whose changes count.
 */
export async function readArticlesOfDay(
  { $client: sql }: Database,
  articles: readonly SoughtArticle[],
  day: string,
  until: string = day,
): Promise<ArticleOfDay[]> {
  if (articles.length === 0) return [];
  return await sql<ArticleOfDay[]>`
    select case when held.legiarti is not null then
        json_build_object('legiarti', held.legiarti, 'date_debut', held.date_debut) end as droit,
      case when change.date is not null then json_build_object('date', change.date, 'legiarti', change.legiarti,
        'portee_texte', ${scopeOf(sql, sql`former.substance`, sql`held.substance`)}) end as modifie_depuis
    from ${askedArticles(sql, articles)}
      left join lateral (${versionOn(sql, sql`asked.code`, sql`asked.key`, sql`${day}::date`)}) held on true
      left join lateral (
        ${lastChange(sql, { code: sql`asked.code`, key: sql`asked.key`, after: sql`asked.since`, until: sql`${until}::date` })}
      ) change on true
      left join lateral (${versionOn(sql, sql`asked.code`, sql`asked.key`, sql`asked.since`)}) former on true
    order by asked.rank`;
}

/** SQL of `asked`: each article with its place in the list, its key and the day since which changes count. */
export function askedArticles(
  sql: Statements,
  articles: readonly (NumberedArticle & { readonly since?: string | null })[],
): Piece {
  const rows = articles.map(({ code, article, since = null }, rank) => {
    return { rank, code, article, key: articleKey(article), since };
  });
  return sql`json_to_recordset(${jsonRows(rows)}::text::json) as asked (rank int, code text, article text, key text, since date)`;
}

/**
 * SQL of the version of an article on a day: it began on or before it, and ended after it. The latest start wins, then the
 * greatest identifier.
 * @param day of type `date`.
 */
export function versionOn(sql: Statements, code: Piece, key: Piece, day: Piece): Piece {
  return sql`
    select v.* from law_versions v
    where v.code = ${code} and v.article_key = ${key} and ${isInForce(sql, day)}
    order by v.date_debut desc, v.legiarti desc limit 1`;
}

/** SQL of whether a version `v` is in force on a day. */
function isInForce(sql: Statements, day: Piece): Piece {
  return sql`v.date_debut <= ${day} and v.date_debut < ${UNKNOWN_DAY}::date and (v.date_fin is null or v.date_fin > ${day})`;
}

interface ChangeBounds {
  readonly code: Piece;
  readonly key: Piece;
  /** SQL of a `date`; a change on that day is before. */
  readonly after: Piece;
  /** SQL of a `date`, included. */
  readonly until: Piece;
}

/** SQL of the last change (`date`, `legiarti`) of an article between two days: a start, or an end that nothing follows. */
export function lastChange(sql: Statements, { code, key, after, until }: ChangeBounds): Piece {
  return sql`
    select date, legiarti from (
      select v.date_debut as date, v.legiarti from law_versions v
      where v.code = ${code} and v.article_key = ${key} and v.date_debut > ${after} and v.date_debut <= ${until}
        and v.date_debut < ${UNKNOWN_DAY}::date
      union all
      select ended.date_fin, null from law_versions ended
      where ended.code = ${code} and ended.article_key = ${key} and ended.date_fin > ${after}
        and ended.date_fin <= ${until} and ${hasNoSuccessor(sql)}
    ) changes order by date desc, legiarti desc nulls last limit 1`;
}

/** SQL of whether no version of the article is in force on the day on which the row `ended` ends. */
export function hasNoSuccessor(sql: Statements): Piece {
  return sql`not exists (select from law_versions v
    where v.code = ended.code and v.article_key = ended.article_key and ${isInForce(sql, sql`ended.date_fin`)})`;
}

/** SQL of how two texts differ, from their `substance`. */
export function scopeOf(sql: Statements, before: Piece, after: Piece): Piece {
  return sql`case when ${before} = ${after} then 'formelle' when ${before} <> ${after} then 'fond' end`;
}

/** A change of an article of the law, past or to come. */
export interface ListedChange extends NumberedArticle {
  /** `UNKNOWN_DAY` of a version put off to a day not yet known. */
  readonly date: string;
  readonly legiarti: string | null;
  /** State of the version that began, or of the one that ended. */
  readonly etat: string;
  /** How the text differs from that of the day before; null where one has no text. */
  readonly portee_texte: "formelle" | "fond" | null;
  /** Documents in force that name the article. */
  readonly documents: number;
}

interface ChangesPage {
  /** First day, included. */
  readonly since: string;
  /** Null for every code. */
  readonly code: string | null;
  readonly limit: number;
  readonly offset: number;
}

/** Changes of articles from a day on, those to come included, the latest first, then in the order of their codes. */
export async function readLawChanges(
  { $client: sql }: Database,
  { since, code, limit, offset }: ChangesPage,
): Promise<{ readonly total: number; readonly changements: readonly ListedChange[] }> {
  const isAsked = (row: "v" | "ended") => sql`${sql(row)}.article_key is not null
    and (${code}::text is null or ${sql(row)}.code = ${code}::text)`;
  const [row] = await sql<{ total: number; changements: ListedChange[] }[]>`
    with changes as (
      (select distinct on (v.code, v.article_key, v.date_debut)
        v.code, v.article_key as key, v.article, v.date_debut as date, v.legiarti, v.etat, v.substance
      from law_versions v where v.date_debut >= ${since} and v.date_debut < ${NO_DAY}::date and ${isAsked("v")}
      order by v.code, v.article_key, v.date_debut, v.legiarti desc)
      union all
      (select distinct on (ended.code, ended.article_key, ended.date_fin)
        ended.code, ended.article_key, ended.article, ended.date_fin, null, ended.etat, null
      from law_versions ended where ended.date_fin >= ${since} and ${isAsked("ended")} and ${hasNoSuccessor(sql)}
      order by ended.code, ended.article_key, ended.date_fin, ended.legiarti desc)
    ), page as (
      select * from changes order by date desc, code collate "C", key collate "C" limit ${limit} offset ${offset}
    )
    select (select count(*)::int from changes) as total, (
      select coalesce(json_agg(json_build_object('code', page.code, 'article', page.article, 'date', page.date,
        'legiarti', page.legiarti, 'etat', page.etat,
        'portee_texte', ${scopeOf(sql, sql`former.substance`, sql`page.substance`)}, 'documents', (
          select count(distinct d.boi_id)::int
          from cited_law l join documents d on d.edition_id = l.edition_id and d.statut = 'en_vigueur'
          where l.genre = 'article' and l.cle = page.code and l.article in (page.article, page.key)))
        order by page.date desc, page.code collate "C", page.key collate "C"), '[]')
      from page left join lateral (
        ${versionOn(sql, sql`page.code`, sql`page.key`, sql`page.date - 1`)}) former on true) as changements`;
  return row ?? { total: 0, changements: [] };
}

/** The articles of the section of one on a day, in the order of their code; none when it has no version that day. */
export async function readSection(
  { $client: sql }: Database,
  { code, article }: NumberedArticle,
  day: string,
): Promise<string[]> {
  const rows = await sql<{ article: string }[]>`
    select distinct v.article
    from (${versionOn(sql, sql`${code}`, sql`${articleKey(article)}`, sql`${day}::date`)}) own
      join law_versions v on v.section_id = own.section_id and v.code = own.code
    where v.article is not null and ${isInForce(sql, sql`${day}::date`)}`;
  return rows.map((row) => row.article).toSorted(compareArticles);
}

function versionColumns(sql: Statements): Piece {
  return sql`law_versions.legiarti, law_versions.code, law_versions.article, law_versions.etat,
    law_versions.date_debut, law_versions.date_fin, law_versions.empreinte`;
}
