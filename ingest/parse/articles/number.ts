import { ABBREVIATION } from "./codes.ts";

// The longer of two numerals that begin alike stands first: « quaterdecies » before « quater ».
const LATIN = [
  "(?:un|duo|ter|tre|quater|quin|quinque|sex|septe|sept|octo|novo)?(?:decies|vicies|tricies|quadragies|quinquagies)",
  "quinquies|sexies|septies|octies|nonies|novies",
].join("|");
const SHORT_LATIN = "bis|ter|quater";

// Several Roman capitals are a subdivision (« 156 II »), never a letter of the number.
const LETTERS = `(?![IVX]{2,}|BOI|${ABBREVIATION})[A-Z]{1,3}`;

// The source glues the next word to a number: « 100 biset », « 200 quater Bet », « 199 decies EAdu CGI ».
const GLUED_WORD = String.raw`(?:et|ou|à|au|du|de|dans|précitée?s?|modifiée?s?|renvoie)(?!\p{Ll})`;
const END = String.raw`(?!(?!${GLUED_WORD})\p{L})`;

const SUFFIX = `(?: ?(?:-?0 ?)?(?:(?:${LATIN})|(?:${SHORT_LATIN}|${LETTERS})${END}))`;

const PREFIX = String.raw`(?:(?:L\.? ?O|[LRD])(?:\. ?\*|\*\.?|\.)? ?|A\. ?)`;

const FIRST = String.raw`premier(?!\p{L})|1 ?er(?!\p{L})`;
const DIGITS = String.raw`\d{1,4}(?!\d)(?:- ?\d{1,4}(?![\d°]))*`;
const LAST = String.raw`(?:-[1-9]\d?(?![\d°]))?`;

/** Regular expression source of an article's number: `199 undecies A`, `150-0 D ter`, `L. 16-0 BA`, `1er`. */
export const NUMBER = `(?:${FIRST}|(?:${PREFIX})?${DIGITS}${SUFFIX}{0,5}${LAST})`;

/** What every `NUMBER` begins with, and nothing else: to look ahead for one, without its suffixes. */
export const NUMBER_BEGINS = String.raw`(?:${FIRST}|(?:${PREFIX})?\d{1,4}(?!\d))`;

/** What only a number of the codes with a legislative and a regulatory part begins with: `L. 80`, `R.* 196-1`. */
export const PREFIXED = `(?=${PREFIX}\\d)`;

/**
 * Number of an article in the usual writing, whatever the spaces of the source: `199terdecies-0B` gives
 * `199 terdecies-0 B`, `R*196-1` gives `R.* 196-1`, `premier` gives `1er`.
 * @param isTaxCode in the CGI and its annexes only `-0` belongs to a number, `39-1` is 1 of article 39.
 */
export function articleOf(written: string, isTaxCode: boolean): string {
  if (/^(?:premier|1 ?er)$/.test(written)) return "1er";
  const { prefix, digits, suffix } = partsOf(written);
  const number = digits + spaced(suffix);
  return prefix + (isTaxCode && prefix === "" ? (number.split(/-[1-9]/, 1)[0] ?? "") : number);
}

/**
 * The last article of « `first` à `last` », in the usual writing. « L. 10 à 54 A » leaves out the letter that
 * the first has.
 * @returns null when the two are no range: « article 39 à 12 »
 */
export function rangeEnd(first: string, last: string): string | null {
  const from = partsOf(first);
  const to = partsOf(last);
  const prefix = to.prefix === "" ? from.prefix : to.prefix;
  const isAfter = prefix !== from.prefix || comparePlaces(places(from.digits), places(to.digits)) <= 0;
  return isAfter && first !== last ? prefix + last.slice(to.prefix.length) : null;
}

interface Parts {
  /** `L. `, `R.* ` or nothing. */
  readonly prefix: string;
  readonly digits: string;
  readonly suffix: string;
}

function partsOf(written: string): Parts {
  const [, letters = "", digits = "", suffix = ""] =
    /^(?:([A-Z]\.? ?[A-Z]?)[.*\s]*)?(\d+(?:-\d+)*)(.*)$/s.exec(written.replaceAll("- ", "-")) ?? [];
  const star = /^[A-Z]{1,2}[.\s]*\*/.test(written) ? "*" : "";
  return { prefix: letters === "" ? "" : `${letters.replace(/[. ]/g, "")}.${star} `, digits, suffix };
}

function places(digits: string): number[] {
  return digits.split("-").map(Number);
}

function comparePlaces(a: readonly number[], b: readonly number[]): number {
  const differing = a.findIndex((place, index) => place !== b[index]);
  return differing < 0 ? 0 : (a[differing] ?? 0) - (b[differing] ?? Number.NEGATIVE_INFINITY);
}

/** Suffixes parted by single spaces; `-0` and `-2` stay stuck to what precedes them. */
function spaced(suffix: string): string {
  const parts = suffix.match(/-?\d+|[a-z]+|[A-Z]+/g) ?? [];
  return parts.map((part) => (part.startsWith("-") ? part : ` ${part}`)).join("");
}
