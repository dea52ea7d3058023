import { dayBefore } from "../days/days.ts";
import { takeDate } from "../days/french-date.ts";
import { Cursor } from "../reading/cursor.ts";

/** First and last day on which comments on the doctrine are accepted. */
interface PublicConsultation {
  /** `YYYY-MM-DD`. */
  readonly debut: string;
  readonly fin: string;
}

/** « font l'objet d'une », « est mis en consultation publique »; not the wording used for one that is over. */
const OPENING =
  /(?:(?<!ont )(?:fait|font) l['’]objet d['’]une(?: nouvelle)?|soumise?s? à(?: une)?|(?<!précédemment |commentaires )mise?s? en) consultation publique/iu;
/** Its dates are in the same sentence or in the next two. */
const NEAR_CHARACTERS = 600;
const BOUND = /(?<![\p{L}])(du|au|à compter du|jusqu['’]au|avant le)\s+(?=\d)/giu;

/**
 * The public consultation that an actualité opens, extends or announces again while it runs; null when there is none,
 * or when its end is not stated.
 * @param date of the actualité: the start, unless the text states another.
 */
export function publicConsultation(texte: string, date: string): PublicConsultation | null {
  const opening = openingIn(texte);
  if (opening === null) return null;
  const { debut, fin } = periodIn(texte, opening);
  return fin === null || (debut ?? date) > fin ? null : { debut: debut ?? date, fin };
}

/** Offset at which an actualité states that a consultation is open; null if it does not. */
export function openingIn(texte: string): number | null {
  return OPENING.exec(texte)?.index ?? null;
}

/** The dates of a consultation stated after an offset; null for those that are missing. */
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
