import { type CitedArticle, citedArticle } from "../../../bofip/law/citation.ts";
import type { CitedEntry, LawEntry } from "../../../bofip/law/cited/entries.ts";
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

/** The law that a text cites, in the order of its words, the title's first. */
export interface TextLaw {
  readonly articles: readonly CitedArticle[];
  /** Decisions, norms and ministerial answers: by kind. */
  readonly citedLaw: readonly LawEntry[];
}

/** A row with what `citedLaw` selects, in place of the law that it cites. */
export type WithEntries<Row extends TextLaw> = Omit<Row, keyof TextLaw> & {
  readonly law: readonly CitedEntry[];
};

/** SQL of the rows `cited` of `cited_law`, for `lawRead`. @param source the condition that what cites them matches. */
export function citedLaw(sql: Statements, source: Piece): Piece {
  return sql`(
  select coalesce(json_agg(json_build_object('genre', cited.genre, 'cle', cited.cle, 'article', cited.article,
    'champs', cited.champs, 'rang', cited.rang, 'occurrences', cited.occurrences) order by cited.position), '[]')
  from cited_law cited where ${source})`;
}

/** The law that a row cites. */
export function lawRead(law: readonly CitedEntry[]): TextLaw {
  return {
    articles: law.flatMap((entry) => (entry.genre === "article" ? citedArticle(entry) : [])),
    citedLaw: law.filter((entry) => entry.genre !== "article"),
  };
}
