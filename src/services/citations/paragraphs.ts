import { isWithin } from "../../../db/bofip/paragraph-number.ts";
import type { EditionParagraphs } from "../../../db/queries/citations/editions.ts";
import type { Finding } from "./edition.ts";

/** The § that a citation names. */
export interface CitedRange {
  readonly numero: string | null;
  readonly numeroFin: string | null;
}

/** Judges whether an edition has the § cited, both ends of a range; null when nothing is wrong. */
export function judgeParagraphs(
  { numero, numeroFin }: CitedRange,
  { spans, reserves }: EditionParagraphs,
): Pick<Finding, "etat" | "motif"> | null {
  const held = new Set(spans.map((span) => span.numero));
  const missing = [numero, numeroFin].filter((each) => each !== null && !held.has(each));
  const reserved = missing.find((each) => each !== null && reserves.some((range) => isWithin(each, range)));
  if (reserved) {
    return {
      etat: "paragraphe_reserve",
      motif: `Le texte garde le § ${reserved} pour plus tard : il est réservé.`,
    };
  }
  const [absent] = missing;
  if (!absent) return null;
  return { etat: "paragraphe_absent", motif: `Le texte détenu n'a pas de § ${absent}.` };
}

/** The numbers of an edition's § that a citation names, in the order of the text. */
export function numbersCited({ numero, numeroFin }: CitedRange, { spans }: EditionParagraphs): string[] {
  if (numero === null) return [];
  const range = { de: numero, a: numeroFin ?? numero };
  const held = spans.map((span) => span.numero).filter((each) => isWithin(each, range));
  return held.length > 0 ? held : [numero];
}
