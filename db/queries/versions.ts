import { and, desc, eq, sql } from "drizzle-orm";
import { hasGluedNumbers } from "../../bofip/paragraphs/paragraph-number.ts";
import { builtOnce, type Database } from "../postgres/database.ts";
import { documents, editions, type Statut } from "../schema/documents.ts";
import { wordings } from "../schema/wordings.ts";
import { type Saying, sayingsSql } from "./texts/sayings.ts";
import { textIsHeld, textIsHeldSql } from "./texts/text-is-held.ts";

/** An edition in the history of its document. */
export interface Version {
  /** Its row. */
  readonly edition: number;
  readonly date_publication: string;
  /** When the next edition or the withdrawal took effect. */
  readonly date_mise_a_jour: string | null;
  readonly statut: Statut;
  readonly current: boolean;
  readonly pgp: number;
  /** Latest day on which sources show it in force; null when none does. */
  readonly attestee_jusqu_au: string | null;
  /** The sources that gave its text. */
  readonly sayings: readonly Saying[];
  readonly fin_constatee: boolean;
  /** Whether the store has a text of it, or had one until the law removed it. */
  readonly has_text: boolean;
  /** Fingerprint of its text. */
  readonly empreinte: string;
}

/**
 * Which rows of `editions`, joined to `documents`, are versions: the tombstone of a withdrawal or a move is one only
 * when nothing else of its document is known.
 */
export const isVersion = sql`(${textIsHeld} or ${editions.id} = ${documents.editionId})`;

const SAYINGS = sayingsSql("wordings.edition_id", "wordings.empreinte");

/** Versions of a document, newest first, the higher PGP number first at one date; none for an unknown one. */
export async function readVersions(database: Database, boiId: string): Promise<Version[]> {
  return await versionsStatement(database).execute({ boiId });
}

const versionsStatement = builtOnce((database) =>
  database
    .select({
      edition: editions.id,
      date_publication: editions.debutDeValidite,
      date_mise_a_jour: editions.dateFin,
      statut: editions.statut,
      current: editions.current,
      pgp: editions.pgp,
      attestee_jusqu_au: editions.attestedUntil,
      fin_constatee: editions.finConstatee,
      has_text: textIsHeld,
      empreinte: wordings.empreinte,
      sayings: sql<readonly Saying[]>`${sql.raw(SAYINGS)}`,
    })
    .from(editions)
    .innerJoin(documents, eq(documents.boiId, editions.boiId))
    .innerJoin(wordings, and(eq(wordings.editionId, editions.id), wordings.current))
    .where(and(eq(editions.boiId, sql.placeholder("boiId")), isVersion))
    .orderBy(desc(editions.debutDeValidite), desc(editions.pgp))
    .prepare("versions"),
);

/** State of a document in its history, with the announcement of its end, if any. */
export interface DocumentState {
  readonly statut: Statut;
  readonly transfere_vers: string | null;
  /** When its shown edition ended, as far as is known. */
  readonly date_fin: string | null;
  readonly notice: Notice | null;
}

/** The state of a document; null for an unknown one. */
export async function readDocumentState(database: Database, boiId: string): Promise<DocumentState | null> {
  const [state] = await stateStatement(database).execute({ boiId });
  return state ?? null;
}

const stateStatement = builtOnce((database) =>
  database
    .select({
      statut: documents.statut,
      transfere_vers: documents.transfereVers,
      date_fin: editions.dateFin,
      notice: noticeOf,
    })
    .from(documents)
    .innerJoin(editions, eq(editions.id, documents.editionId))
    .where(eq(documents.boiId, sql.placeholder("boiId")))
    .prepare("document state"),
);

/** What the source published in place of a document that it withdrew or moved. */
export interface Notice {
  /** Its text; null when it was not recorded yet. */
  readonly avis: string | null;
  /** Documents that now contain the doctrine, as the notice names them. */
  readonly transferts: readonly string[];
}

/**
 * The notice that ended a row of `editions`, or the row itself when it is one: the last of the same PGP number before
 * the next edition with content. Null for an edition replaced by another, or ended by an absence.
 */
export const noticeOf = sql<Notice | null>`(
  select json_build_object('avis', tombstone.avis, 'transferts', tombstone.transferts)
  from editions tombstone
  where tombstone.boi_id = ${editions.boiId} and tombstone.pgp = ${editions.pgp} and not ${sql.raw(textIsHeldSql("tombstone"))}
    and ${editions.statut} in ('retire', 'transfere') and tombstone.debut_de_validite >= ${editions.debutDeValidite}
    and not exists (
      select from editions next
      where next.boi_id = tombstone.boi_id and ${sql.raw(textIsHeldSql("next"))}
        and next.debut_de_validite > ${editions.debutDeValidite}
        and next.debut_de_validite < tombstone.debut_de_validite)
  order by tombstone.debut_de_validite desc limit 1)`;

/** Longer texts without § are doctrine: a notice of that length says something of it. */
const SHORT_LENGTH = 1500;
/** Of a character in UTF-8: what is certainly longer is not read. */
const MAX_BYTES = 4;

/**
 * Commentaries and annexes in force that are short and have no §, as notices are, although no sentence of theirs was
 * read as one: somebody has to judge them. In the order of identifiers.
 */
export async function findToJudge(database: Database): Promise<string[]> {
  const rows = await database.$client<{ id: string; texte: string }[]>`
    select d.boi_id as id, c.contenu_texte as texte
    from documents d join edition_contents c on c.edition_id = d.edition_id
    where d.statut = 'en_vigueur' and d.type in ('commentaire', 'annexe')
      and octet_length(c.contenu_texte) < ${SHORT_LENGTH * MAX_BYTES} and c.paragraphes = '[]'
    order by d.boi_id collate "C"`;
  return rows
    .filter(({ texte }) => texte.length < SHORT_LENGTH && !hasGluedNumbers(texte))
    .map(({ id }) => id);
}
