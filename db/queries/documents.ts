import type { SubmittedPart } from "../../bofip/news/consultations/submitted.ts";
import { oncePer } from "../../bofip/reading/cursor.ts";
import { readProven, shownTexts, type TextColumns } from "../integrity/seals.ts";
import type { Database } from "../postgres/database.ts";
import { anyNumberOf, type Piece, type Statements } from "../postgres/statements.ts";
import type { DocumentType, Statut } from "../schema/documents.ts";
import {
  type CitedDocument,
  type ClassificationLevel,
  citedDocuments,
  citedLaw,
  classificationLevels,
  isContested,
  isVersion,
  lawRead,
  moveTarget,
  type Notice,
  noticeOf,
  type TextLaw,
  textIsHeld,
  type WithEntries,
} from "./texts/edition-columns.ts";
import { type Saying, sayingsOf, sourcePrint } from "./texts/wordings.ts";

/** A public consultation on an edition, under the names of the contract. */
interface EditionConsultation {
  readonly actualite: string;
  readonly debut: string;
  readonly fin: string | null;
  /** Null for the whole document. */
  readonly parties: readonly SubmittedPart[] | null;
  readonly prevaloir: string | null;
  readonly definitive_le: string | null;
  readonly actualite_definitive: string | null;
}

/** The proof of a text, and what else is known of its edition. */
interface TextProof {
  /** Its row. */
  readonly edition: number;
  readonly pgp: number;
  /** Latest day on which sources show the edition in force; null when none does. */
  readonly attestee_jusqu_au: string | null;
  /** The sources that gave the text, the first received first. */
  readonly sayings: readonly Saying[];
  readonly fin_constatee: boolean;
  /** Whether the store has its text; without one, the fields below are meaningless and no response includes them. */
  readonly texte_detenu: boolean;
  /** Fingerprint of the text. */
  readonly empreinte: string;
  /** SHA-256 of the official bytes; null when they were not kept as received. */
  readonly empreinte_source: string | null;
  /** How many texts the store has of the edition. */
  readonly redactions: number;
  /** Whether its start of validity leaves a choice between texts. */
  readonly is_contested: boolean;
  /** Whether the page of its start of validity shows it. */
  readonly is_shown: boolean;
  /** When the text was removed by law; null when it was not. */
  readonly erased_at: Date | null;
}

/** What identifies an edition: when it was in force, what proves its text, how it is cited. */
export interface ToldEdition extends TextProof {
  readonly boi_id: string;
  readonly statut: Statut;
  readonly date_publication: string;
  readonly date_mise_a_jour: string | null;
  readonly url: string;
}

/** One edition with its text, under the names of the contract. */
export interface StoredEdition
  extends ToldEdition,
    Pick<TextColumns, "contenu_texte" | "spans" | "reserves"> {
  readonly type: DocumentType;
  readonly domaine: string;
  readonly division: string | null;
  readonly levels: ClassificationLevel[];
  /** Where the content moved, when `statut` is `transfere` and the source names it. */
  readonly transfere_vers: string | null;
  /** What announced the end of this edition; null when nothing did. */
  readonly notice: Notice | null;
}

/** An edition with everything derived from its text. */
export interface StoredDocument
  extends StoredEdition,
    TextLaw,
    Pick<TextColumns, "contenu_html" | "images" | "renvois"> {
  readonly titre: string;
  readonly references: CitedDocument[];
  /** Those that began while it was in force, from the first. */
  readonly consultations: EditionConsultation[];
}

/**
 * Selects an edition of a document: the shown one, that of a start of validity, the one in force on a day, or a row.
 */
type AskedEdition =
  | { readonly kind: "shown" }
  | { readonly kind: "edition"; readonly date: string }
  | { readonly kind: "day"; readonly date: string }
  | { readonly kind: "row"; readonly edition: number };

/**
 * Reads an edition in one statement, hence one state of the store; of those that began one day, the one in force first,
 * then the higher PGP number. Null when there is none.
 * @throws {DamagedText}
 */
export async function findDocument(
  { $client: sql }: Database,
  boiId: string,
  asked: AskedEdition,
): Promise<StoredDocument | null> {
  const [row] = await readProven<WithEntries<StoredDocument>>(sql, {
    of: "c",
    text: [...EDITION_TEXT, "contenu_html", "images", "renvois"],
    columns: documentColumns(sql),
    from: sql`${toldEditions(sql)} where e.boi_id = ${boiId} and ${isAsked(sql, asked)}
      order by e.current desc, e.pgp desc limit 1`,
  });
  if (row === undefined) return null;
  const { law, ...found } = row;
  return { ...found, ...lawRead(law) };
}

const EDITION_TEXT = ["contenu_texte", "spans", "reserves"] as const;

function isAsked(sql: Statements, asked: AskedEdition): Piece {
  switch (asked.kind) {
    case "shown":
      return sql`e.id = d.edition_id`;
    case "edition":
      return sql`e.debut_de_validite = ${asked.date} and ${isVersion(sql)}`;
    case "day":
      return sql`${isVersion(sql)} and ${isInForceOn(sql, asked.date)}`;
    case "row":
      return sql`e.id = ${asked.edition}`;
  }
}

/** SQL of whether an edition `e` was in force on a day (`YYYY-MM-DD`): those of one document never overlap. */
export function isInForceOn(sql: Statements, day: string): Piece {
  return sql`e.debut_de_validite <= ${day} and (e.date_fin is null or e.date_fin > ${day})`;
}

/**
 * Editions of a document by their rows, in no order, without what is derived from their texts; unknown rows are left
 * out. One statement for all.
 * @throws {DamagedText}
 */
export async function readEditions(
  { $client: sql }: Database,
  boiId: string,
  rows: readonly number[],
): Promise<StoredEdition[]> {
  if (rows.length === 0) return [];
  return await readProven<StoredEdition>(sql, {
    of: "c",
    text: EDITION_TEXT,
    columns: editionColumns(sql),
    from: sql`${toldEditions(sql)} where e.boi_id = ${boiId} and e.id = ${anyNumberOf(sql, rows)}`,
  });
}

/** SQL of the editions `e`, each with its document `d`, its content `c` and its current wording `w`. */
export function toldEditions(sql: Statements): Piece {
  return shownTexts(sql, sql`editions e join documents d on d.boi_id = e.boi_id`);
}

/** The columns of `StoredDocument` but its text, from a row of `toldEditions`. Put together once for a store: they take as long as its answer. */
const documentColumns = oncePer(
  (sql: Statements): Piece => sql`
    ${editionColumns(sql)}, e.titre, ${citedDocuments(sql)} as "references",
    ${citedLaw(sql, sql`cited.edition_id = e.id`)} as law, ${editionConsultations(sql)} as consultations`,
);

/** The columns of `StoredEdition` but its text. */
function editionColumns(sql: Statements): Piece {
  return sql`${toldColumns(sql)}, ${classificationLevels(sql)} as levels, ${moveTarget(sql)} as transfere_vers,
    ${noticeOf(sql)} as notice`;
}

/** The columns of `ToldEdition`, likewise. */
export const toldColumns = oncePer(
  (sql: Statements): Piece => sql`
    e.boi_id, e.type, e.domaine, e.division, e.statut, e.debut_de_validite as date_publication,
    e.date_fin as date_mise_a_jour, e.url, e.id as edition, ${textIsHeld(sql)} as texte_detenu, e.pgp,
    e.attested_until as attestee_jusqu_au, e.fin_constatee, ${heldWordings(sql)} as redactions,
    ${isContested(sql)} as is_contested, w.empreinte, ${sourcePrint(sql)} as empreinte_source,
    ${sayingsOf(sql)} as sayings, ${isFirstOfItsDay(sql)} as is_shown, w.erased_at`,
);

/** Number of texts of an edition; two kinds of sources with the same text count once. */
function heldWordings(sql: Statements): Piece {
  return sql`(
    select count(distinct held.empreinte)::int from wordings held
    where held.edition_id = e.id and held.erased_at is null and ${textIsHeld(sql)})`;
}

/** Among editions that began one day, the page of that day shows the one in force, then the higher PGP number. */
function isFirstOfItsDay(sql: Statements): Piece {
  return sql`(e.current or not exists (
    select from editions rival
    where rival.boi_id = e.boi_id and rival.debut_de_validite = e.debut_de_validite
      and ${textIsHeld(sql, "rival")} and (rival.current or rival.pgp > e.pgp)))`;
}

/** The consultations that began while an edition was in force, from the first. */
function editionConsultations(sql: Statements): Piece {
  return sql`(
    select coalesce(json_agg(json_build_object('actualite', held.actualite, 'debut', held.debut, 'fin', held.fin,
      'parties', held.parties, 'prevaloir', held.prevaloir, 'definitive_le', held.definitive_le,
      'actualite_definitive', held.actualite_definitive) order by held.debut, held.actualite), '[]')
    from consultations held where held.boi_id = e.boi_id and held.debut >= e.debut_de_validite
      and (e.date_fin is null or held.debut < e.date_fin))`;
}

/** Identifier of the latest published document in force, or null in an empty store. */
export async function findNewestId({ $client: sql }: Database): Promise<string | null> {
  const [newest] = await sql<{ boiId: string }[]>`
    select boi_id as "boiId" from documents where statut = 'en_vigueur'
    order by date_publication desc, boi_id limit 1`;
  return newest?.boiId ?? null;
}
