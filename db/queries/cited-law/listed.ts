import { type ArticleRange, otherWriting } from "../../../bofip/law/article-number.ts";
import type { FieldsOf, LawEntry } from "../../../bofip/law/cited/entries.ts";
import type { CitedKind } from "../../../bofip/law/cited/keys.ts";
import { CODES } from "../../../bofip/law/codes.ts";
import type { Database } from "../../postgres/database.ts";
import { citedInForce, type LawKey, type LawVariant, type NumberedArticle } from "./citing.ts";

/** A decision, a norm or a ministerial answer, with the documents in force and the actualités that cite it. */
interface ListedLaw<Fields> {
  /** Null for those that no text identifies: one entry for all that are written alike. */
  readonly cle: string | null;
  readonly documents: number;
  /** In those documents. */
  readonly mentions: number;
  readonly actualites: number;
  readonly variants: readonly LawVariant<Fields>[];
}

/** The field by which each kind is listed. */
const CLASS = { decision: "juridiction", norme: "nature", reponse: "chambre" } satisfies Record<
  CitedKind,
  string
>;

interface LawPage<Genre> {
  readonly genre: Genre;
  /** A court, a kind of norm or a chamber; null for all. */
  readonly classe: string | null;
  /** Series of the documents, and of one that the actualité names; null for all. */
  readonly domaine: string | null;
  readonly limit: number;
  readonly offset: number;
}

/**
 * One page of what documents in force and actualités cite of a kind: by falling number of documents, of mentions, of
 * actualités, then by key.
 */
export async function readListedLaw<Genre extends CitedKind>(
  database: Database,
  { genre, classe, domaine, limit, offset }: LawPage<Genre>,
): Promise<{ readonly total: number; readonly entries: readonly ListedLaw<FieldsOf<Genre>>[] }> {
  const sql = database.$client;
  const [row] = await sql<{ total: number; entries: ListedLaw<FieldsOf<Genre>>[] }[]>`
    with kept as (
      select l.edition_id, l.actualite_id, l.cle, l.champs, coalesce(l.cle, l.champs::text) as identity,
        case when l.edition_id is null then 0 else l.mentions end as mentions
      from ${citedInForce(sql)}
      where l.genre = ${genre} and (${classe}::text is null or l.champs ->> ${CLASS[genre]}::text = ${classe}::text)
        and (${domaine}::text is null or l.domaine = ${domaine}::text or exists (
          select from actualite_references named
          where named.actualite_id = l.actualite_id and split_part(named.target, '-', 2) = ${domaine}::text))
    ), entries as (
      select cle, identity, count(distinct edition_id)::int as documents, sum(mentions)::int as mentions,
        count(distinct actualite_id)::int as actualites
      from kept group by cle, identity
    ), page as (
      select *, row_number() over (
        order by documents desc, mentions desc, actualites desc, identity collate "C") as position
      from entries order by position limit ${limit} offset ${offset}
    ), told as (
      select identity, champs, count(*)::int as citations from kept
      where identity in (select identity from page) group by identity, champs
    ), variants as (
      select identity, json_agg(json_build_object('champs', champs, 'citations', citations)) as variants
      from told group by identity
    )
    select (select count(*)::int from entries) as total, (
      select coalesce(json_agg(json_build_object('cle', cle, 'documents', documents, 'mentions', mentions,
        'actualites', actualites, 'variants', variants) order by position), '[]')
      from page join variants using (identity)) as entries`;
  return row ?? { total: 0, entries: [] };
}

/** What a key names, by the documents in force and the actualités that cite it. */
export interface KnownLaw extends LawKey {
  /** Documents in force alone. */
  readonly documents: number;
  readonly variants: readonly LawVariant<LawEntry["champs"]>[];
}

/** How many documents cite what each of these keys names, and what is told of it; what nothing cites is left out. */
export async function readKnownLaw(database: Database, keys: readonly LawKey[]): Promise<KnownLaw[]> {
  if (keys.length === 0) return [];
  const sql = database.$client;
  return await sql<KnownLaw[]>`
    with asked as (
      select * from json_to_recordset(${JSON.stringify(keys)}::text::json) as key (genre text, cle text)
    ), cited as (
      select genre, cle, l.champs, l.edition_id from asked join ${citedInForce(sql)} using (genre, cle)
    ), told as (
      select genre, cle, json_agg(json_build_object('champs', champs, 'citations', citations)) as variants
      from (select genre, cle, champs, count(*)::int as citations from cited group by genre, cle, champs) each
      group by genre, cle
    )
    select genre, cle, documents, variants
    from (select genre, cle, count(distinct edition_id)::int as documents from cited group by genre, cle) counted
    join told using (genre, cle)`;
}

/** An article, or a range of them, with the editions in force that cite it so. */
export interface ListedArticle extends NumberedArticle {
  readonly etendue: ArticleRange | null;
  readonly editions: readonly number[];
  readonly mentions: number;
}

/** What documents in force cite of a code, or of every code, in no order. */
export async function readListedArticles(database: Database, code: string | null): Promise<ListedArticle[]> {
  const sql = database.$client;
  return await sql<ListedArticle[]>`
    select l.cle as code, l.article, (l.champs ->> 'etendue')::jsonb as etendue, json_agg(l.edition_id) as editions,
      sum(l.mentions)::int as mentions
    from cited_law l join documents d on d.edition_id = l.edition_id
    where d.statut = 'en_vigueur' and l.genre = 'article' and (${code}::text is null or l.cle = ${code}::text)
    group by l.cle, l.article, l.champs ->> 'etendue'`;
}

/** A code, and how many documents in force name an article of this number in it. */
export interface CodeOfArticle extends NumberedArticle {
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
    select l.cle as code, l.article, count(distinct l.edition_id)::int as documents
    from cited_law l join documents d on d.edition_id = l.edition_id
    where d.statut = 'en_vigueur' and l.genre = 'article' and l.champs ->> 'etendue' is null
      and l.cle = any(array(select jsonb_array_elements_text(${JSON.stringify(CODES)}::text::jsonb)))
      and l.article = any(array(select jsonb_array_elements_text(${JSON.stringify(numbers)}::text::jsonb)))
    group by l.cle, l.article order by documents desc, l.cle collate "C"`;
}

/** An article as documents in force name it: as asked, else in its other writing (« R. 196-1 » for « R.* 196-1 »). */
export async function readHeldWriting<Article extends NumberedArticle>(
  database: Database,
  asked: Article,
): Promise<Article> {
  const other = otherWriting(asked.article);
  if (other === null) return asked;
  const named = await readCodesOfArticle(database, [asked.article, other]);
  const writings = named.filter(({ code }) => code === asked.code).map(({ article }) => article);
  return writings.includes(asked.article) || !writings.includes(other) ? asked : { ...asked, article: other };
}
