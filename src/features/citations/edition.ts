import { frenchDate } from "../../../bofip/days/days.ts";
import type { Mention } from "../../../bofip/mentions/drafts.ts";
import type { Piece } from "../../../bofip/mentions/tokens.ts";
import type { Certainty } from "../../../bofip/sources/certainty.ts";
import type { CitedEdition, CitedText, EditionParagraphs } from "../../../db/queries/citations/editions.ts";
import type { NamingParagraph } from "../../../db/queries/citations/named.ts";
import type { CitedNews } from "../../../db/queries/news.ts";
import { editionAt } from "../../../db/queries/texts/editions-at.ts";
import type { CitationState } from "./answer.ts";

/** The result of checking a citation, and why. */
export interface Verdict {
  readonly etat: CitationState;
  /** One French sentence; null for what is verified. */
  readonly motif: string | null;
}

/** A verdict, with the cited edition. */
export interface Finding extends Verdict {
  /** Null when none is stored. */
  readonly edition: CitedEdition | null;
  /** The edition in force that day; null when none is. */
  readonly inForce: CitedEdition | null;
}

/** Whether no fault has been found yet. */
export function isOpen({ etat }: Pick<Verdict, "etat">): boolean {
  return etat === "verifiee" || etat === "remplacee";
}

/** What a citation states about its edition. */
export interface SaidEdition {
  /** The day on which it began, or null. */
  readonly edition: string | null;
  /** A day on which it was in force, or null; this one decides. */
  readonly jourEnVigueur: string | null;
  /** A number that it had, or null: the one in force, or else the last one. */
  readonly pgp: { readonly numero: number } | null;
  /** The day on which its document ended, or null. */
  readonly fin: string | null;
}

/** The day that states are given for. */
export interface JudgedDay {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** Whether the caller gave no day: « current » then means what documents show. */
  readonly isToday: boolean;
}

/** Which of a document's editions (newest first; none: unknown) is cited, and whether it was in force; § come apart. */
export function judgeEdition(editions: readonly CitedEdition[], said: SaidEdition, day: JudgedDay): Finding {
  const finding = judgeHeld(editions, said, day);
  const { edition } = finding;
  if (edition?.isErased) return { ...finding, ...ERASED };
  if (edition === null || said.fin === null || isEnded(edition, said.fin)) return finding;
  const motif = `Le service ne détient pas d'édition de ce document qui ait pris fin le ${frenchDate(said.fin)}.`;
  return { ...finding, etat: "edition_non_detenue", motif };
}

/** The verdict on a text that was erased by law. */
export const ERASED: Verdict = {
  etat: "non_verifiable",
  motif: "Le texte cité a été effacé par obligation légale : rien ne peut en être vérifié.",
};

function judgeHeld(editions: readonly CitedEdition[], said: SaidEdition, day: JudgedDay): Finding {
  const none = { edition: null, inForce: null };
  if (editions.length === 0) {
    return { ...none, etat: "document_inconnu", motif: NOT_HELD };
  }
  const { edition, jourEnVigueur } = said;
  const named = namedAmong(editions, said);
  if (named === undefined && jourEnVigueur !== null) {
    const motif = `Le service ne détient pas d'édition de ce document en vigueur le ${frenchDate(jourEnVigueur)}.`;
    return { ...none, etat: "edition_non_detenue", motif };
  }
  if (named === undefined && edition !== null) {
    const motif = `Le service ne détient pas d'édition du ${frenchDate(edition)} de ce document.`;
    return { ...none, etat: "edition_non_detenue", motif };
  }
  const inForce = editionInForce(editions, day);
  if (inForce !== undefined) return judgeNamed(named ?? inForce, inForce, day);
  const ended = editionEnded(editions, day);
  if (ended === undefined) {
    const motif = `Le service ne détient pas d'édition de ce document en vigueur le ${frenchDate(day.date)}.`;
    return { ...none, etat: "edition_non_detenue", motif, edition: named ?? null };
  }
  return { ...none, ...wordEnd(ended), edition: named ?? (ended.hasText ? ended : null) };
}

/** The edition that a citation names; undefined when it names none, or none that is held. */
function namedAmong(
  editions: readonly CitedEdition[],
  { edition, jourEnVigueur, pgp }: SaidEdition,
): CitedEdition | undefined {
  const held = editions.filter(({ hasText }) => hasText);
  if (jourEnVigueur !== null) return editionAt(held, jourEnVigueur);
  if (edition !== null) return firstShown(held.filter(({ date_debut }) => date_debut === edition));
  const own = pgp === null ? [] : held.filter((each) => each.pgp === pgp.numero);
  return own.some(({ isShown }) => isShown) ? undefined : own[0];
}

const NOT_HELD =
  "Le service ne détient aucun document de cet identifiant : non détenu ne veut pas dire qu'il n'existe pas.";

/** Compares an edition with the one in force that day. */
export function judgeNamed(named: CitedEdition, inForce: CitedEdition, day: JudgedDay): Finding {
  if (named.date_debut === inForce.date_debut)
    return { etat: "verifiee", motif: null, edition: named, inForce };
  const edition = `l'édition du ${frenchDate(inForce.date_debut)}`;
  const motif = day.isToday
    ? `Cette édition n'est plus en vigueur : ${edition} l'est.`
    : `Cette édition n'était pas en vigueur le ${frenchDate(day.date)} : ${edition} l'était.`;
  return { etat: "remplacee", motif, edition: named, inForce };
}

function isEnded({ statut, date_fin }: CitedEdition, day: string): boolean {
  return (statut === "retire" || statut === "transfere") && date_fin === day;
}

/** Today, the edition that a document shows; on a given day, the edition that covers it. */
function editionInForce(
  editions: readonly CitedEdition[],
  { date, isToday }: JudgedDay,
): CitedEdition | undefined {
  if (!isToday) return editionAt(editions, date);
  return editions.find(({ isShown, statut }) => isShown && statut === "en_vigueur");
}

/** The last edition whose withdrawal or move had taken effect on a day. */
function editionEnded(
  editions: readonly CitedEdition[],
  { date, isToday }: JudgedDay,
): CitedEdition | undefined {
  const last = editions.find(({ date_debut, isShown }) => (isToday ? isShown : date_debut <= date));
  return last?.statut === "retire" || last?.statut === "transfere" ? last : undefined;
}

function wordEnd({ statut, date_fin, transfereVers }: CitedEdition): Verdict {
  const since = date_fin === null ? "" : ` le ${frenchDate(date_fin)}`;
  if (statut === "retire") return { etat: "retiree", motif: `Le document a été retiré${since}.` };
  const target = transfereVers === null ? "" : ` vers ${transfereVers}`;
  return { etat: "transferee", motif: `Le document a été transféré${target}${since}.` };
}

/** Among the editions of one day, the one that the document shows, else that of the higher PGP number. */
function firstShown(editions: readonly CitedEdition[]): CitedEdition | undefined {
  return editions.find(({ isShown }) => isShown) ?? editions[0];
}

/** A written citation, and what is known of it without reading its text. */
export interface FoundCitation {
  readonly written: Mention;
  readonly finding: Finding;
  /** The cited actualité; null for a document, or when it is not stored. */
  readonly news: CitedNews | null;
  /** The text that has its fingerprint, when the edition shows another one. */
  readonly wording: CitedText | null;
  /** Certainty of the text cited (see `findCited`); null when none is compared. */
  readonly certainty: Certainty | null;
  /** § of the text cited. */
  readonly paragraphs: EditionParagraphs;
  /** § of the edition in force, when the cited one is another; null otherwise. */
  readonly paragraphsInForce: EditionParagraphs | null;
  /** What belongs to it and could not be read or checked, in text order. */
  readonly unread: readonly Piece[];
  /** The § that name a document which is not held. */
  readonly namedBy: readonly NamingParagraph[];
  /** Whether its fingerprint is right; null when it has none, or none was looked for. */
  readonly empreinte: "juste" | "inexacte" | "non_verifiee" | null;
}
