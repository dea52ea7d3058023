import { takeDate } from "../../../days/days.ts";
import type { Cursor } from "../../../reading/cursor.ts";
import type { NormKind } from "../mentions.ts";

const BEFORE = /,? ?(?:(?:modifiée?|précitée?|susvisée?),? )?(?:en date )?(?:du|des) ?/uy;
const BARE = /,? ?/uy;
const REPUBLICAN = /\d{1,2} \p{L}{6,11} an [IVX]{1,5} ?\((?:du )?/uy;
const CLOSING = /\)/uy;

/** Reads « du 29 décembre 2012 », « du 22 frimaire an VII (…) »; null without. `isBare`: « du » may be missing. */
export function takeNormDate(cursor: Cursor, isBare: boolean): string | null {
  return cursor.attempt(() => {
    if (!cursor.take(BEFORE) && !(isBare && cursor.take(BARE))) return null;
    const isRepublican = cursor.take(REPUBLICAN) !== null;
    const date = takeDate(cursor)?.date ?? null;
    if (date !== null && isRepublican) cursor.take(CLOSING);
    return date;
  });
}

/** How a norm is introduced. */
export interface NormWord {
  readonly nature: NormKind;
  readonly isPlural: boolean;
  /** « L. », « Arr. »: what follows is abbreviated too, without « du » before the date. */
  readonly isAbbreviated: boolean;
}

// The source sometimes glues words: « laloi », « parl'arrêté », « loidu ».
const BEGINS = String.raw`(?:(?<![\p{L}\d])|(?<=(?<!\p{L})(?:la|le|les|de|du|des|et|ou|par|une?)))`;
const ENDS = String.raw`(?!(?!du(?!\p{L})|n°)[\p{L}\d])`;

const WORDS: readonly (readonly [string, NormKind])[] = [
  ["lois?", "loi"],
  ["ordonnances?", "ordonnance"],
  ["décrets?(?:-lois?)?", "decret"],
  ["arrêtés?", "arrete"],
  ["directives?", "directive"],
  ["règlements?", "reglement"],
  ["conventions?|conv\\.(?= ?(?:fisc|franco|(?:entre|avec)(?!\\p{L})|\\p{Lu}))", "convention"],
  ["traités?(?= (?:sur|instituant|de Rome|CEE?(?!\\p{L})))|TFUE|(?<=(?:[Dd]u|[Aa]u) )TUE", "traite"],
];
const ABBREVIATIONS: readonly (readonly [string, NormKind])[] = [
  ["L\\.", "loi"],
  ["D\\.", "decret"],
  ["Ord\\.", "ordonnance"],
  ["Arr\\.", "arrete"],
  ["Dir\\.", "directive"],
  ["Règl\\.", "reglement"],
];
// « L. 80 A » is an article.
const ABBREVIATED = String.raw`(?= ?(?:n°|\d{1,2}(?: ?er)? \p{Ll}{3}|\d{2,4}/\d|\())`;

const PATTERNS: readonly (readonly [RegExp, NormKind, isAbbreviated: boolean])[] = [
  ...WORDS.map(([word, kind]) => [new RegExp(`${BEGINS}(?:${word})${ENDS}`, "iuy"), kind, false] as const),
  // « la constitution d'une provision » is none.
  [
    /(?<!\p{L})Constitution(?! (?:de|des|du(?! (?:4|27) octobre))(?!\p{L})| d')(?!\p{L})/uy,
    "constitution",
    false,
  ],
  ...ABBREVIATIONS.map(
    ([word, kind]) => [new RegExp(`(?<![\\p{L}\\d.])${word}${ABBREVIATED}`, "uy"), kind, true] as const,
  ),
];

/** First characters of every word, cheap to search for. */
export const NORM_START =
  "[Ll]oi|LOI|[Oo]rd(?:onn|\\.)|ORD|[Dd](?:écret|\\. ?n|irectiv|ir\\.)|[Aa]rr(?:êté|\\.)|[Rr]ègl|[Cc]onv(?:ention|\\.)|[Tt]raité|TFUE|TUE|Constitution|L\\. ?[n\\d]";

/** Reads the word that introduces a norm; null when there is none. */
export function takeNormWord(cursor: Cursor): NormWord | null {
  for (const [pattern, nature, isAbbreviated] of PATTERNS) {
    const word = cursor.take(pattern)?.[0];
    if (word !== undefined) return { nature, isPlural: /s$/i.test(word), isAbbreviated };
  }
  return null;
}
