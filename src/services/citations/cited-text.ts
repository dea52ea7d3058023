import { writeCitation } from "../../../bofip/citations/write-citation.ts";
import { frenchDate } from "../../../bofip/days/french-date.ts";
import type { CitedEdition } from "../../../db/queries/citations/editions.ts";
import type { CitedNews } from "../../../db/queries/citations/news.ts";

/** Where in an edition the text cited stands, and its fingerprint. */
export interface CitedPart {
  /** First § of a range; null for the whole document. */
  readonly numero: string | null;
  readonly numeroFin: string | null;
  /** Null when the edition's day leaves no choice between texts. */
  readonly empreinte: string | null;
}

/** The canonical citation of an edition's text. */
export function citationOf(edition: CitedEdition, { numero, numeroFin, empreinte }: CitedPart): string {
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
export function citationOfNews({ id, date }: CitedNews): string {
  return `${id} du ${frenchDate(date)}`;
}
