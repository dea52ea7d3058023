import { type ArticleEntry, type CitedArticle, citedArticle } from "../../../bofip/law/cited/articles.ts";
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

/** An article as `articlesOf` selects it. */
export type CitedEntry = Pick<ArticleEntry, "cle" | "article" | "champs" | "occurrences">;

/** SQL of the articles of law that a row `e` of `editions` cites, in the order of its text (`articlesRead`). */
export function citedArticles(sql: Statements): Piece {
  return articlesOf(sql, sql`cited.edition_id = e.id`);
}

/** SQL of the decisions, norms and ministerial answers that it cites: by kind, then in the order of the text. */
export function citedLaw(sql: Statements): Piece {
  return otherLawOf(sql, sql`cited.edition_id = e.id`);
}

/** SQL of the articles of rows `cited` of `cited_law`. @param source the condition that what cites them matches. */
export function articlesOf(sql: Statements, source: Piece): Piece {
  return sql`(
  select coalesce(json_agg(json_build_object('cle', cited.cle, 'article', cited.article, 'champs', cited.champs,
    'occurrences', cited.occurrences) order by cited.position), '[]')
  from cited_law cited where ${source} and cited.genre = 'article')`;
}

/** SQL of the decisions, norms and answers of rows `cited`, likewise. */
export function otherLawOf(sql: Statements, source: Piece): Piece {
  return sql`(
  select coalesce(json_agg(json_build_object('genre', cited.genre, 'cle', cited.cle, 'article', cited.article,
    'champs', cited.champs, 'rang', cited.rang, 'occurrences', cited.occurrences) order by cited.position), '[]')
  from cited_law cited where ${source} and cited.genre <> 'article')`;
}

/** The articles that `articlesOf` selected. */
export function articlesRead(entries: readonly CitedEntry[]): CitedArticle[] {
  return entries.map(citedArticle);
}
