import { dayBefore } from "../days/days.ts";
import { takeDate } from "../days/french-date.ts";
import { Cursor } from "../reading/cursor.ts";

/** The days, both included, on which remarks on commentaries are received. */
export interface PublicConsultation {
  /** `YYYY-MM-DD`. */
  readonly debut: string;
  readonly fin: string;
}

/** « font l'objet d'une », « est mis en consultation publique »; not what is told of one that is over. */
const OPENING =
  /(?:(?<!ont )(?:fait|font) l['’]objet d['’]une(?: nouvelle)?|soumise?s? à(?: une)?|(?<!précédemment |commentaires )mise?s? en) consultation publique/iu;
/** Its dates stand in the sentence or in the two that follow. */
const NEAR_CHARACTERS = 600;
const BOUND = /(?<![\p{L}])(du|au|à compter du|jusqu['’]au|avant le)\s+(?=\d)/giu;

/**
 * The public consultation that an actualité opens, prolongs or recalls while it runs; null when it opens none, or
 * does not say until when.
 * @param date of the actualité: remarks are received from then on when it says nothing else.
 */
export function publicConsultation(texte: string, date: string): PublicConsultation | null {
  const opening = openingIn(texte);
  if (opening === null) return null;
  const { debut, fin } = periodIn(texte, opening);
  return fin === null || (debut ?? date) > fin ? null : { debut: debut ?? date, fin };
}

/** Where an actualité says that a consultation is opened, or runs; null when it does not. */
export function openingIn(texte: string): number | null {
  return OPENING.exec(texte)?.index ?? null;
}

/** The days of a consultation named from an offset on; null for those that are not said. */
export function periodIn(
  texte: string,
  from: number,
): { readonly debut: string | null; readonly fin: string | null } {
  const bounds = boundsIn(texte.slice(from, from + NEAR_CHARACTERS));
  const ends = bounds.flatMap(({ end }) => end ?? []);
  const debut = bounds.find(({ start }) => start !== null)?.start ?? null;
  return { debut, fin: ends.toSorted().at(-1) ?? null };
}

interface Bound {
  readonly start: string | null;
  /** Last day, included. */
  readonly end: string | null;
}

function boundsIn(texte: string): Bound[] {
  const cursor = new Cursor(texte);
  return [...texte.matchAll(BOUND)].flatMap(({ 0: written, 1: word = "", index }): Bound[] => {
    cursor.at = index + written.length;
    const date = takeDate(cursor)?.date;
    if (!date) return [];
    switch (word.toLowerCase()) {
      case "du":
        return /^\s+au\s/u.test(texte.slice(cursor.at, cursor.at + 5)) ? [{ start: date, end: null }] : [];
      case "à compter du":
        return [{ start: date, end: null }];
      case "avant le":
        return [{ start: null, end: dayBefore(date) }];
      default:
        return [{ start: null, end: date }];
    }
  });
}
