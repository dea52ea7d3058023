import { writeCitation } from "../../../bofip/citations/reference.ts";
import type { QuotedWords } from "../../../bofip/citations/words/quoted-words.ts";
import { frenchDate } from "../../../bofip/days/days.ts";
import type { CitedEdition } from "../../../db/queries/citations/editions.ts";
import type { CitedNews } from "../../../db/queries/news.ts";
import { comparisonPath, consultationPath, newsPath, paragraphAnchor } from "../../pages/addresses.ts";
import type { CheckedCitation, FreeQuotation } from "./answer.ts";
import { isOpen } from "./edition.ts";
import type { FoundQuotation } from "./free-quotations.ts";
import type { JudgedCitation } from "./verdict.ts";

type Shown = Omit<CheckedCitation, "debut" | "fin" | "texte" | "non_lus">;

/** A checked citation, as shown in the answer. */
export function shownOf(judged: JudgedCitation, publicUrl: string): Shown {
  const { written, finding, verdict, words, certainty } = judged;
  const jour = written.jourEnVigueur ?? written.edition;
  return {
    boi_id: written.boiId,
    numero: written.numero,
    numero_fin: written.numeroFin,
    edition: jour === null ? null : (finding.edition?.date_debut ?? jour),
    jour,
    etat: verdict.etat,
    motif: verdict.motif,
    citation: isOpen(verdict) ? textCited(judged) : null,
    page: pageOf(judged, publicUrl),
    citation_textuelle: words && wordsOf(words),
    certitude: certainty?.certitude ?? null,
    texte_observe: certainty?.certitude === "presumee" ? certainty.texte_observe : null,
    paragraphe_inchange: judged.isUnchanged,
    comparaison: verdict.etat === "remplacee" ? comparisonOf(judged, publicUrl) : null,
    remplacee: isReplaced(judged),
    nomme_par: [...judged.namedBy],
  };
}

/** The words quoted, as shown in the answer. */
export function wordsOf({
  hides: _,
  ...words
}: QuotedWords): NonNullable<CheckedCitation["citation_textuelle"]> {
  return { ...words, omis: [...words.omis] };
}

/** Whether the text compared is not the one in force that day, whatever else is wrong. */
function isReplaced({ finding: { etat, edition, inForce }, wording }: JudgedCitation): boolean {
  if (etat === "remplacee" || (wording !== null && !wording.isCurrent)) return true;
  return edition !== null && edition.date_debut !== inForce?.date_debut;
}

/** A quotation without a citation, as shown in the answer. */
export function shownQuotation(found: FoundQuotation): Omit<FreeQuotation, "debut" | "fin" | "texte"> {
  if (found.etat !== "trouvee") return { etat: found.etat, boi_id: null, numero: null, citation: null };
  const { of, place } = found;
  if (!("boiId" in of)) return { etat: "trouvee", boi_id: null, numero: null, citation: citationOfNews(of) };
  const empreinte = of.isContested ? place.empreinte : null;
  const { numero } = place;
  const citation = citationOf(of, { numero, numeroFin: null, empreinte });
  return { etat: "trouvee", boi_id: of.boiId, numero, citation };
}

function textCited({ written, finding: { edition }, news, print: empreinte }: JudgedCitation): string | null {
  if (news !== null) return citationOfNews(news);
  const { numero, numeroFin } = written;
  return edition && citationOf(edition, { numero, numeroFin, empreinte });
}

function pageOf(
  { written, finding, news, wording, verdict }: JudgedCitation,
  publicUrl: string,
): string | null {
  if (news !== null) return publicUrl + newsPath(news.id);
  const { edition } = finding;
  if (edition === null || verdict.etat === "non_verifiable") return null;
  const isAbsent = verdict.etat === "paragraphe_absent" || verdict.etat === "paragraphe_reserve";
  const anchor = written.numero === null || isAbsent ? "" : `#${paragraphAnchor(written.numero)}`;
  const date = edition.isShown && wording === null ? null : edition.date_debut;
  return publicUrl + consultationPath(edition.boiId, date, wording?.empreinte ?? null) + anchor;
}

/** Texts with the same day are identified by their fingerprints. */
function comparisonOf(
  { finding: { edition, inForce }, wording }: JudgedCitation,
  publicUrl: string,
): string | null {
  if (edition === null || inForce === null) return null;
  const isOneDay = edition.date_debut === inForce.date_debut;
  const shown = edition.isContested || isOneDay ? edition.empreinte : edition.date_debut;
  const de = wording?.empreinte ?? shown;
  const a = isOneDay ? inForce.empreinte : inForce.date_debut;
  return publicUrl + comparisonPath(edition.boiId, de, a);
}

interface CitedPart {
  /** First § of a range; null for the whole document. */
  readonly numero: string | null;
  readonly numeroFin: string | null;
  /** Null when the edition's day identifies a single text. */
  readonly empreinte: string | null;
}

function citationOf(edition: CitedEdition, { numero, numeroFin, empreinte }: CitedPart): string {
  return writeCitation({
    boiId: edition.boiId,
    date: edition.date_debut,
    numero,
    numeroFin,
    empreinte,
    retireLe: edition.statut === "retire" ? edition.date_fin : null,
  });
}

/** How an actualité is cited: « ACTU-2014-00076 du 26 mars 2014 ». */
function citationOfNews({ id, date }: CitedNews): string {
  return `${id} du ${frenchDate(date)}`;
}
