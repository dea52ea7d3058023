import { isUnder } from "../../../bofip/citations/sections.ts";
import { isWithin } from "../../../bofip/paragraphs/paragraph-number.ts";
import type { EditionParagraphs } from "../../../db/queries/citations/editions.ts";
import type { Verdict } from "./edition.ts";

/** The § that a citation names, and the sections that it places them in. */
export interface CitedPlace {
  readonly numero: string | null;
  readonly numeroFin: string | null;
  /** « II-A-1 », for each of several; empty when it gives none. */
  readonly sections: readonly string[];
}

/** Checks whether an edition has the cited §, both ends of a range; null when nothing is wrong. */
export function judgeParagraphs(
  { numero, numeroFin }: CitedPlace,
  { spans, reserves }: EditionParagraphs,
): Verdict | null {
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

/**
 * Checks whether the cited § are in the section that the citation gives, both ends of a range; null when nothing is
 * wrong.
 */
export function judgeSections(
  { numero, numeroFin, sections }: CitedPlace,
  { spans }: EditionParagraphs,
): Verdict | null {
  if (sections.length === 0) return null;
  const stands = (headings: readonly string[]) => sections.some((section) => isUnder(headings, section));
  const named = sections.join(" ou ");
  if (numero === null) {
    if (sections.every((section) => spans.some((span) => isUnder(span.section, section)))) return null;
    return { etat: "section_inexacte", motif: `Le texte détenu n'a pas de § sous ${named}.` };
  }
  const ends = [numero, numeroFin].filter((each) => each !== null);
  const wrong = ends.find((each) => !spans.some((span) => span.numero === each && stands(span.section)));
  if (wrong === undefined) return null;
  const [own] = spans.filter((span) => span.numero === wrong).map(({ section }) => section.join(" > "));
  const place = own ? `il est sous « ${own} »` : "il n'est sous aucun intertitre";
  return { etat: "section_inexacte", motif: `Le § ${wrong} n'est pas sous ${named} : ${place}.` };
}

/**
 * The numbers of an edition's § that a citation names, in the order of the text; those of its section when it names
 * only that. Empty when the whole document is cited.
 */
export function numbersCited(
  { numero, numeroFin, sections }: CitedPlace,
  { spans }: Pick<EditionParagraphs, "spans">,
): string[] {
  if (numero === null) {
    return spans
      .filter(({ section }) => sections.some((each) => isUnder(section, each)))
      .map((span) => span.numero);
  }
  const range = { de: numero, a: numeroFin ?? numero };
  const held = spans.map((span) => span.numero).filter((each) => isWithin(each, range));
  return held.length > 0 ? held : [numero];
}
