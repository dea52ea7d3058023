import { and, desc, gte, type SQL, sql } from "drizzle-orm";
import type { CitedArticle } from "../../bofip/law/citation.ts";
import type { LawEntry } from "../../bofip/law/cited/entries.ts";
import { assertIntact, NEWS_PROOF_SQL, type StoredProof } from "../integrity/proof.ts";
import type { Database } from "../postgres/database.ts";
import { anyOf } from "../postgres/statements.ts";
import { actualites } from "../schema/actualites.ts";
import type { DocumentStatut } from "../schema/documents.ts";
import { articlesOf, otherLawOf } from "./texts/cited.ts";

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
  database: Database,
  { depuis, domaine, boiId }: NewsFilter,
): Promise<string[]> {
  const rows = await database
    .select({ id: actualites.id })
    .from(actualites)
    .where(
      and(
        depuis === null ? undefined : gte(actualites.date, depuis),
        domaine === null ? undefined : namesOne(sql`split_part(named.target, '-', 2) = ${domaine}`),
        boiId === null ? undefined : namesOne(sql`named.target = ${boiId}`),
      ),
    )
    .orderBy(...NEWEST_FIRST);
  return rows.map(({ id }) => id);
}

const NEWEST_FIRST = [desc(actualites.date), desc(actualites.id)];

function namesOne(condition: SQL): SQL {
  return sql`exists (
    select from actualite_references named where named.actualite_id = ${actualites.id} and ${condition})`;
}

/**
 * The actualités of those identifiers, newest first; unknown ones are left out.
 * @throws {DamagedText}
 */
export async function readNews(database: Database, ids: readonly string[]): Promise<NewsItem[]> {
  const { id, titre, date, url, contenuHtml: contenu_html, contenuTexte: contenu_texte } = actualites;
  const rows = await database
    .select({
      ...{ id, titre, date, url, contenu_html, contenu_texte, documents: namedDocuments, proof },
      articles: articlesOf(sql`cited.actualite_id = ${actualites.id}`),
      citedLaw: otherLawOf(sql`cited.actualite_id = ${actualites.id}`),
    })
    .from(actualites)
    .where(anyOf(actualites.id, ids))
    .orderBy(...NEWEST_FIRST);
  return rows.map(({ proof, ...news }) => {
    const { contenu_html, contenu_texte } = news;
    assertIntact(news.id, proof, { contenu_html, contenu_texte });
    return news;
  });
}

const proof = sql<StoredProof>`${sql.raw(NEWS_PROOF_SQL)}`;

const namedDocuments = sql<readonly NamedDocument[]>`coalesce((
  select json_agg(json_build_object('boi_id', named.target, 'titre', d.titre, 'statut', d.statut)
    order by named.target)
  from actualite_references named left join documents d on d.boi_id = named.target
  where named.actualite_id = ${actualites.id}), '[]')`;

/** The text of an actualité, for searching. */
interface NewsText {
  readonly id: string;
  readonly titre: string;
  readonly texte: string;
  readonly named: readonly string[];
}

/** Changes whenever the text of an actualité does: the record it was read from, and the version of the parser. */
export async function readNewsVersions(database: Database): Promise<Map<string, string>> {
  const rows = await database
    .select({
      id: actualites.id,
      version: sql<string>`${actualites.recordHash} || ' ' || ${actualites.derivationVersion}`,
    })
    .from(actualites);
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/**
 * The texts of the actualités of those identifiers, in no order.
 * @throws {DamagedText}
 */
export async function readNewsTexts(database: Database, ids: readonly string[]): Promise<NewsText[]> {
  const rows = await database
    .select({
      id: actualites.id,
      titre: actualites.titre,
      proof,
      texte: actualites.contenuTexte,
      named: sql<readonly string[]>`coalesce((
        select json_agg(named.target) from actualite_references named
        where named.actualite_id = ${actualites.id}), '[]')`,
    })
    .from(actualites)
    .where(anyOf(actualites.id, ids));
  return rows.map(({ proof, ...news }) => {
    assertIntact(news.id, proof, { contenu_texte: news.texte });
    return news;
  });
}
