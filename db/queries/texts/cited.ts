import type { ArticleRange } from "../../../bofip/law/article-number.ts";
import { type ArticleOccurrence, precisionsOf } from "../../../bofip/law/citation.ts";
import type { Piece, Statements } from "../../postgres/statements.ts";
import type { DocumentStatut, ReferenceTarget } from "../../schema/documents.ts";
import { textIsHeld } from "./edition-columns.ts";

/** A document that an edition cites; one that is not in the corpus has neither title nor statut. */
export interface CitedDocument {
  readonly boi_id: string;
  readonly titre: string | null;
  readonly existe: boolean;
  readonly statut: DocumentStatut | null;
  /** First § of the citing edition that cites it; null before the first §. */
  readonly paragraphe: string | null;
  readonly mentions: number;
  readonly cibles: CitedPlace[];
}

/** One place where an edition cites a document; `existe` is null when it names no §, or the document has no text here. */
interface CitedPlace extends Omit<ReferenceTarget, "jusqua"> {
  readonly existe: boolean | null;
}

export interface CitedArticle {
  readonly code: string;
  readonly article: string;
  /** The citation as written. */
  readonly texte: string;
  /** The part of the article that the citation names, widest first: « II-1° »; null for all of it. */
  readonly precision: string | null;
  /** Numbers of the § that cite it. */
  readonly paragraphes: readonly string[];
  /** Null for a single article; else `article` is the first one. */
  readonly etendue: ArticleRange | null;
  /** In the order of the text, the title's first; null from derivations older than this field. */
  readonly occurrences: readonly ArticleOccurrence[] | null;
}

/**
 * SQL of the documents that a row `e` of `editions` cites, in the order of its text. Of a document without stored text, `existe` is
 * null: its § are unknown. Looked up place by place, because most name no §.
 */
export function citedDocuments(sql: Statements): Piece {
  return sql`(
  select coalesce(json_agg(json_build_object(
    'boi_id', cited.target, 'titre', target.titre, 'existe', target.boi_id is not null,
    'statut', target.statut, 'paragraphe', cited.paragraphe, 'mentions', cited.mentions,
    'cibles', (
      select coalesce(json_agg(json_build_object(
        'depuis', place -> 'depuis', 'vers', place -> 'vers', 'edition', place -> 'edition', 'texte', place -> 'texte',
        'existe', case when place ->> 'vers' is not null then (
          select held.paragraphes @> jsonb_build_array(jsonb_build_object('numero', place -> 'vers'))
          from editions shown
          join wordings kept on kept.edition_id = shown.id and kept.current and kept.erased_at is null
          join edition_contents held on held.edition_id = kept.edition_id
          where shown.id = target.edition_id and ${textIsHeld(sql, "shown")}) end
      ) order by rank), '[]')
      from jsonb_array_elements(cited.cibles) with ordinality as named (place, rank))
  ) order by cited.position), '[]')
  from edition_references cited left join documents target on target.boi_id = cited.target
  where cited.edition_id = e.id)`;
}

/** SQL of the articles of law that it cites, likewise (`articlesRead`). */
export function citedArticles(sql: Statements): Piece {
  return articlesIn(sql, sql`edition_articles cited where cited.edition_id = e.id`);
}

/** SQL of the decisions, norms and ministerial answers that it cites: by kind, then in the order of the text. */
export function citedLaw(sql: Statements): Piece {
  return lawIn(sql, sql`edition_cited_law cited where cited.edition_id = e.id`);
}

/**
 * SQL of the articles of rows `cited` of a table of them.
 * @param rows the table and what is kept of it
 */
export function articlesIn(sql: Statements, rows: Piece): Piece {
  return sql`(
  select coalesce(json_agg(json_build_object('code', cited.code, 'article', cited.article, 'texte', cited.texte,
    'precision', cited.precision, 'paragraphes', cited.paragraphes,
    'etendue', case when cited.etendue is not null
      then json_build_object('de', cited.etendue -> 'de', 'a', cited.etendue -> 'a') end,
    'occurrences', cited.occurrences
  ) order by cited.position), '[]')
  from ${rows})`;
}

/** SQL of the decisions, norms and answers of rows `cited`, likewise. */
export function lawIn(sql: Statements, rows: Piece): Piece {
  return sql`(
  select coalesce(json_agg(json_build_object('genre', cited.genre, 'cle', cited.cle, 'article', cited.article,
    'champs', cited.champs, 'rang', cited.rang, 'occurrences', cited.occurrences) order by cited.position), '[]')
  from ${rows})`;
}

/** The articles as read (`articlesIn`), their occurrences as they were stored: only jsonb reorders keys. */
export function articlesRead(cited: readonly CitedArticle[]): CitedArticle[] {
  return cited.map((article) => ({ ...article, occurrences: inContractOrder(article.occurrences) }));
}

function inContractOrder(occurrences: CitedArticle["occurrences"]): CitedArticle["occurrences"] {
  const ordered = occurrences?.map((occurrence) => ({
    paragraphe: occurrence.paragraphe,
    precision: occurrence.precision,
    precisions: precisionsOf(occurrence),
    texte: occurrence.texte,
  }));
  return ordered ?? null;
}
