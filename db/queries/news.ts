import { readProven } from "../integrity/seals.ts";
import type { Database } from "../postgres/database.ts";
import { anyOf, type Piece, type Statements } from "../postgres/statements.ts";
import type { DocumentStatut } from "../schema/documents.ts";
import { citedLaw, lawRead, type TextLaw, type WithEntries } from "./texts/edition-columns.ts";

/** A document that an actualité names; one that is not in the corpus has neither title nor statut. */
interface NamedDocument {
  readonly boi_id: string;
  readonly titre: string | null;
  readonly statut: DocumentStatut | null;
}

/** An announcement of the source, whole. */
export interface NewsItem extends TextLaw {
  readonly id: string;
  readonly titre: string;
  readonly date: string;
  readonly url: string;
  readonly contenu_html: string;
  readonly contenu_texte: string;
  /** By identifier. */
  readonly documents: readonly NamedDocument[];
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
  const rows = await readProven<WithEntries<NewsItem>>(sql, {
    of: "actualites",
    text: ["contenu_html", "contenu_texte"],
    columns: sql`id, titre, date, url, coalesce((
        select json_agg(json_build_object('boi_id', named.target, 'titre', d.titre, 'statut', d.statut)
          order by named.target)
        from actualite_references named left join documents d on d.boi_id = named.target
        where named.actualite_id = actualites.id), '[]') as documents,
      ${citedLaw(sql, sql`cited.actualite_id = actualites.id`)} as law`,
    from: sql`actualites where id = ${anyOf(sql, ids)} order by date desc, id desc`,
  });
  return rows.map(({ law, ...news }) => ({ ...news, ...lawRead(law) }));
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
  return await readProven<NewsText>(sql, {
    of: "actualites",
    text: ["texte"],
    columns: sql`id, titre, coalesce((
      select json_agg(named.target) from actualite_references named
      where named.actualite_id = actualites.id), '[]') as named`,
    from: sql`actualites where id = ${anyOf(sql, ids)}`,
  });
}
