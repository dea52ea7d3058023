import { isOnPath, isUnder, pathOf, stepsOf } from "../../../bofip/citations/sections.ts";
import {
  compareNumbers,
  isWithin,
  type ParagraphRange,
  paragraphIndex,
} from "../../../bofip/paragraphs/paragraphs.ts";
import { oncePer } from "../../../bofip/reading/cursor.ts";
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
  if (numero !== null && numeroFin !== null && compareNumbers(numero, numeroFin) > 0) {
    const motif = `Aucun § n'est à la fois après le § ${numero} et avant le § ${numeroFin}.`;
    return { etat: "paragraphe_absent", motif };
  }
  const held = paragraphIndex(spans);
  const missing = [numero, numeroFin].filter((each) => each !== null && held.rankOf(each) === undefined);
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

/** Whether the cited § are in the citation's section, both ends of a range; null when nothing is wrong. */
export function judgeSections(
  { numero, numeroFin, sections }: CitedPlace,
  { spans }: EditionParagraphs,
): Verdict | null {
  if (sections.length === 0) return null;
  const stands = (headings: readonly string[]) => sections.some((section) => isUnder(headings, section));
  const named = sections.join(" ou ");
  if (numero === null) {
    if (sections.every((section) => numbersUnder(spans)([section]).length > 0)) return null;
    return { etat: "section_inexacte", motif: `Le texte détenu n'a pas de § sous ${named}.` };
  }
  const ends = [numero, numeroFin].filter((each) => each !== null);
  const wrong = ends.find((each) => !spans.some((span) => span.numero === each && stands(span.section)));
  if (wrong === undefined) return null;
  const [own] = spans.filter((span) => span.numero === wrong).map(({ section }) => section.join(" > "));
  const place = own ? `il est sous « ${own} »` : "il n'est sous aucun intertitre";
  return { etat: "section_inexacte", motif: `Le § ${wrong} n'est pas sous ${named} : ${place}.` };
}

/** The § that a citation names: their numbers, or the ends of a range, which may have thousands. */
export type CitedNumbers = readonly (string | ParagraphRange)[];

/** The § of an edition that a citation names; those of its section when it names only that. Empty for the whole document. */
export function rangesCited(
  { numero, numeroFin, sections }: CitedPlace,
  { spans }: Pick<EditionParagraphs, "spans">,
): CitedNumbers {
  if (numero === null) return numbersUnder(spans)(sections);
  const range = { de: numero, a: numeroFin ?? numero };
  const [from, to] = paragraphIndex(spans).placesWithin(range);
  return from < to ? [range] : [numero];
}

/** The numbers of a text's § that are named so, each range in the order of the text. */
export function numbersIn(cited: CitedNumbers, spans: readonly { readonly numero: string }[]): string[] {
  const index = paragraphIndex(spans);
  return cited.flatMap((one) => (typeof one === "string" ? one : index.numbersWithin(one)));
}

/** The numbers of `rangesCited` alone, in the order of the text. */
export function numbersCited(place: CitedPlace, paragraphs: Pick<EditionParagraphs, "spans">): string[] {
  return numbersIn(rangesCited(place, paragraphs), paragraphs.spans);
}

/** The numbers of a text's § under one of some sections, in its order. Its headings are read once for all. */
const numbersUnder = oncePer((spans: EditionParagraphs["spans"]) => {
  const paths = spans.map(({ section }) => pathOf(section));
  const known = new Map<string, readonly string[]>();
  return (sections: readonly string[]) => {
    const key = sections.join(" ");
    const all = sections.map(stepsOf);
    const isNamed = (path: readonly string[] = []) => all.some((steps) => isOnPath(steps, path));
    const numbers =
      known.get(key) ?? spans.filter((_, rank) => isNamed(paths[rank])).map(({ numero }) => numero);
    known.set(key, numbers);
    return numbers;
  };
});
