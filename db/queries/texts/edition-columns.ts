import { type CitedArticle, citedArticle } from "../../../bofip/law/citation.ts";
import type { CitedEntry, LawEntry } from "../../../bofip/law/cited/entries.ts";
import type { Piece, Statements } from "../../postgres/statements.ts";
import type { DocumentStatut, ReferenceTarget } from "../../schema/documents.ts";

/**
 * SQL of whether the store has a text of an edition. It has none when only a notice, of withdrawal or of move, is known
 * of the document: the notice's row then stands for an edition that was never received. Decided here alone; an edition
 * without a text gets neither proof nor citation.
 * @param edition name of its row of `editions`.
 */
export function textIsHeld(sql: Statements, edition = "e"): Piece {
  return sql`(${sql(edition)}.kind = 'contenu')`;
}

/**
 * SQL of whether a row `e` of `editions`, of document `d`, is a version: the tombstone of a withdrawal or a move is one
 * only when nothing else of its document is known.
 */
export function isVersion(sql: Statements): Piece {
  return sql`(${textIsHeld(sql)} or e.id = d.edition_id)`;
}

/**
 * SQL of whether the start of validity of an edition `e` leaves a choice between texts: another edition began that day
 * under another PGP number, or several wordings of it are known (docs/decisions.md, « Citation »).
 */
export function isContested(sql: Statements): Piece {
  const ofThatDay = sql`where boi_id = e.boi_id and debut_de_validite = e.debut_de_validite`;
  const ofIt = sql`where edition_id = e.id`;
  // For nearly all, an index alone shows that there is no second one to compare: their rows are not read.
  return sql`(
    exists (select from editions one ${ofThatDay} offset 1)
      and exists (select from editions rival ${ofThatDay} and ${textIsHeld(sql, "rival")} and rival.id <> e.id)
    or exists (select from wordings ${ofIt} offset 1)
      and (select count(distinct empreinte) > 1 from wordings ${ofIt}))`;
}

/** What the source published in place of a document that it withdrew or moved. */
export interface Notice {
  /** Its text; null when it was not recorded yet. */
  readonly avis: string | null;
  /** Documents that now contain the doctrine, as the notice names them. */
  readonly transferts: readonly string[];
}

/**
 * SQL of the notice that ended an edition `e`, or the row itself when it is one: the last of the same PGP number before
 * the next edition with content. Null for an edition replaced by another, or ended by an absence.
 */
export function noticeOf(sql: Statements): Piece {
  return sql`(
    select json_build_object('avis', tombstone.avis, 'transferts', tombstone.transferts)
    from editions tombstone
    where tombstone.boi_id = e.boi_id and tombstone.pgp = e.pgp and not ${textIsHeld(sql, "tombstone")}
      and e.statut in ('retire', 'transfere') and tombstone.debut_de_validite >= e.debut_de_validite
      and not exists (
        select from editions next
        where next.boi_id = tombstone.boi_id and ${textIsHeld(sql, "next")}
          and next.debut_de_validite > e.debut_de_validite
          and next.debut_de_validite < tombstone.debut_de_validite)
    order by tombstone.debut_de_validite desc limit 1)`;
}

/** A level of the classification, above a document or its own, with what may name it. */
export interface ClassificationLevel {
  readonly chemin: string;
  /** Label in the classification; null when the node has no document in force. */
  readonly label: string | null;
  /** Title of the level's own document, in force or not. */
  readonly titre: string | null;
}

/**
 * SQL of the levels of a document `e`, from the series down to its own: its identifier after `BOI-`, hyphens as slashes.
 * The few titles are looked up one by one: a join reads whole tables, because the store can't know how few levels there
 * are.
 */
export function classificationLevels(sql: Statements): Piece {
  return sql`(
    select json_agg(json_build_object('chemin', level.chemin,
      'label', (select node.titre from plan_nodes node where node.chemin = level.chemin),
      'titre', (select own.titre from documents own where own.boi_id = 'BOI-' || replace(level.chemin, '/', '-')))
      order by level.rank)
    from (
      select rank, string_agg(segment, '/') over (order by rank) as chemin
      from unnest(string_to_array(substr(e.boi_id, 5), '-')) with ordinality as part (segment, rank)
    ) level)`;
}

/**
 * SQL of where an edition `e` of document `d` moved. A document that came back after a move keeps the target in the
 * tombstone of that time.
 */
export function moveTarget(sql: Statements): Piece {
  return sql`case
    when e.statut <> 'transfere' then null
    when e.id = d.edition_id then d.transfere_vers
    else (
      select tombstone.transfere_vers from editions tombstone
      where tombstone.boi_id = e.boi_id and tombstone.kind = 'transfere'
        and tombstone.debut_de_validite >= e.date_fin
      order by tombstone.debut_de_validite, tombstone.pgp desc limit 1)
    end`;
}

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
