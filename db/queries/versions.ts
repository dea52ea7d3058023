import { hasGluedNumbers } from "../../bofip/paragraphs/paragraphs.ts";
import { unlessDamaged } from "../integrity/damages.ts";
import { readSealed, shownTexts } from "../integrity/seals.ts";
import type { Database } from "../postgres/database.ts";
import type { Statut } from "../schema/documents.ts";
import { isVersion, type Notice, noticeOf, textIsHeld } from "./texts/edition-columns.ts";
import { type Saying, sayingsOf } from "./texts/wordings.ts";

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

/** Versions of a document, newest first, the higher PGP number first at one date; none for an unknown one. */
export async function readVersions({ $client: sql }: Database, boiId: string): Promise<Version[]> {
  return await sql<Version[]>`
    select e.id as edition, e.debut_de_validite as date_publication, e.date_fin as date_mise_a_jour, e.statut, e.current,
      e.pgp, e.attested_until as attestee_jusqu_au, e.fin_constatee, ${textIsHeld(sql)} as has_text, w.empreinte,
      ${sayingsOf(sql)} as sayings
    from editions e join documents d on d.boi_id = e.boi_id join wordings w on w.edition_id = e.id and w.current
    where e.boi_id = ${boiId} and ${isVersion(sql)}
    order by e.debut_de_validite desc, e.pgp desc`;
}

/** State of a document in its history, with the announcement of its end, if any. */
export interface DocumentState {
  readonly statut: Statut;
  readonly transfere_vers: string | null;
  /** When its shown edition ended, as far as is known. */
  readonly date_fin: string | null;
  readonly notice: Notice | null;
}

/** The state of a document; null for an unknown one. */
export async function readDocumentState(
  { $client: sql }: Database,
  boiId: string,
): Promise<DocumentState | null> {
  const [state] = await sql<DocumentState[]>`
    select d.statut, d.transfere_vers, e.date_fin, ${noticeOf(sql)} as notice
    from documents d join editions e on e.id = d.edition_id where d.boi_id = ${boiId}`;
  return state ?? null;
}

/** Longer texts without § are doctrine: a notice of that length says something of it. */
const SHORT_LENGTH = 1500;
/** A character of UTF-8 has no more: what is certainly longer is not read. */
const MAX_BYTES = 4;

/**
 * Commentaries and annexes in force that are short and have no §, as notices are, although no sentence of theirs was
 * read as one: somebody has to judge them. In the order of identifiers; a damaged text is not judged.
 */
export async function findToJudge({ $client: sql }: Database): Promise<string[]> {
  const texts = await readSealed<{ readonly id: string; readonly texte: string }>(sql, {
    of: "c",
    text: ["texte"],
    columns: sql`d.boi_id as id`,
    from: sql`${shownTexts(sql, sql`documents d join editions e on e.id = d.edition_id`)}
      where d.statut = 'en_vigueur' and d.type in ('commentaire', 'annexe')
        and octet_length(c.contenu_texte) < ${SHORT_LENGTH * MAX_BYTES} and c.paragraphes = '[]'
      order by d.boi_id collate "C"`,
  });
  return texts
    .flatMap(({ open }) => unlessDamaged(open) ?? [])
    .filter(({ texte }) => texte.length < SHORT_LENGTH && !hasGluedNumbers(texte))
    .map(({ id }) => id);
}
