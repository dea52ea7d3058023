import type { CitedArticle } from "../../bofip/law/citation.ts";
import type { LawEntry } from "../../bofip/law/cited/entries.ts";
import { assertIntact, newsProof, type StoredProof } from "../integrity/seals.ts";
import type { Database } from "../postgres/database.ts";
import { anyOf, type Piece, type Statements } from "../postgres/statements.ts";
import type { DocumentStatut } from "../schema/documents.ts";
import { articlesOf, articlesRead, otherLawOf, type StoredArticle } from "./texts/cited.ts";

/** A document that an actualité names; one that is not in the corpus has neither title nor statut. */
interface NamedDocument {
  readonly boi_id: string;
  readonly titre: string | null;
  readonly statut: DocumentStatut | null;
}

/** An announcement of the source, whole. */
export interface NewsItem {
  readonly id: string;
  readonly titre: string;
  readonly date: string;
  readonly url: string;
  readonly contenu_html: string;
  readonly contenu_texte: string;
  /** By identifier. */
  readonly documents: readonly NamedDocument[];
  /** In the order of its words, the title's first; likewise by kind. */
  readonly articles: readonly CitedArticle[];
  readonly citedLaw: readonly LawEntry[];
}

/** An actualité that cites something of the law. */
export type CitingNews = Pick<NewsItem, "id" | "titre" | "date">;

/** Filters actualités; a null criterion matches all. */
export interface NewsFilter {
  /** First day, `YYYY-MM-DD`. */
  readonly depuis: string | null;
  /** Series of a document that the actualité names, in capitals. */
  readonly domaine: string | null;
  /** A document that the actualité names. */
  readonly boiId: string | null;
}

/** Identifiers of the matching actualités, newest first, then the higher identifier. */
export async function listNews(
  { $client: sql }: Database,
  { depuis, domaine, boiId }: NewsFilter,
): Promise<string[]> {
  const criteria = [sql`true`];
  if (depuis !== null) criteria.push(sql`and date >= ${depuis}`);
  if (domaine !== null) criteria.push(namesOne(sql, sql`split_part(named.target, '-', 2) = ${domaine}`));
  if (boiId !== null) criteria.push(namesOne(sql, sql`named.target = ${boiId}`));
  const rows = await sql<{ id: string }[]>`
    select id from actualites where ${criteria} order by date desc, id desc`;
  return rows.map(({ id }) => id);
}

function namesOne(sql: Statements, condition: Piece): Piece {
  return sql`and exists (
    select from actualite_references named where named.actualite_id = actualites.id and ${condition})`;
}

/**
 * The actualités of those identifiers, newest first; unknown ones are left out.
 * @throws {DamagedText}
 */
export async function readNews({ $client: sql }: Database, ids: readonly string[]): Promise<NewsItem[]> {
  const rows = await sql<
    (Omit<NewsItem, "articles"> & {
      readonly articles: readonly StoredArticle[];
      readonly proof: StoredProof;
    })[]
  >`
    select id, titre, date, url, contenu_html, contenu_texte, coalesce((
        select json_agg(json_build_object('boi_id', named.target, 'titre', d.titre, 'statut', d.statut)
          order by named.target)
        from actualite_references named left join documents d on d.boi_id = named.target
        where named.actualite_id = actualites.id), '[]') as documents, ${newsProof(sql)} as proof,
      ${articlesOf(sql, sql`cited.actualite_id = actualites.id`)} as articles,
      ${otherLawOf(sql, sql`cited.actualite_id = actualites.id`)} as "citedLaw"
    from actualites where id = ${anyOf(sql, ids)} order by date desc, id desc`;
  return rows.map(({ proof, ...news }) => {
    const { contenu_html, contenu_texte } = news;
    assertIntact(news.id, proof, { contenu_html, contenu_texte });
    return { ...news, articles: articlesRead(news.articles) };
  });
}

/** An actualité as a possible target of a citation. */
export type CitedNews = Pick<NewsItem, "id" | "titre" | "date">;

/** The actualités of those identifiers, by identifier; unknown ones are left out. */
export async function readCitedNews(
  { $client: sql }: Database,
  ids: readonly string[],
): Promise<Map<string, CitedNews>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<CitedNews[]>`select id, titre, date from actualites where id = ${anyOf(sql, ids)}`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** The text of an actualité, for searching and for citations. */
interface NewsText {
  readonly id: string;
  readonly titre: string;
  readonly texte: string;
  readonly named: readonly string[];
}

/** Changes whenever the text of an actualité does: the record it was read from, and the version of the parser. */
export async function readNewsVersions({ $client: sql }: Database): Promise<Map<string, string>> {
  const rows = await sql<{ id: string; version: string }[]>`
    select id, record_hash || ' ' || derivation_version as version from actualites`;
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/**
 * The texts of the actualités of those identifiers, in no order.
 * @throws {DamagedText}
 */
export async function readNewsTexts({ $client: sql }: Database, ids: readonly string[]): Promise<NewsText[]> {
  if (ids.length === 0) return [];
  const rows = await sql<(NewsText & { readonly proof: StoredProof })[]>`
    select id, titre, ${newsProof(sql)} as proof, contenu_texte as texte, coalesce((
      select json_agg(named.target) from actualite_references named
      where named.actualite_id = actualites.id), '[]') as named
    from actualites where id = ${anyOf(sql, ids)}`;
  return rows.map(({ proof, ...news }) => {
    assertIntact(news.id, proof, { contenu_texte: news.texte });
    return news;
  });
}
