import { LATIN, PREFIX, ROMAN, SHORT_LATIN } from "../article-number.ts";
import { ABBREVIATION } from "./take-code.ts";

const LETTERS = `(?!${ROMAN}|BOI|${ABBREVIATION})[A-Z]{1,3}`;

// The source sometimes glues the next word to a number: « 100 biset », « 200 quater Bet », « 199 decies EAdu CGI ».
const GLUED_WORD = String.raw`(?:et|ou|à|au|du|de|dans|précitée?s?|modifiée?s?|renvoie)(?!\p{Ll})`;
const END = String.raw`(?!(?!${GLUED_WORD})\p{L})`;

const SUFFIX = `(?: ?(?:-?0 ?)?(?:(?:${LATIN})|(?:${SHORT_LATIN}|${LETTERS})${END}))`;

const FIRST = String.raw`premier(?!\p{L})|1 ?er(?!\p{L})`;
const DIGITS = String.raw`\d{1,4}(?!\d)(?:- ?\d{1,4}(?![\d°]))*`;
const LAST = String.raw`(?:-[1-9]\d?(?![\d°]))?`;

/** Regular expression source of an article's number: `199 undecies A`, `150-0 D ter`, `L. 16-0 BA`, `1er`. */
export const NUMBER = `(?:${FIRST}|(?:${PREFIX})?${DIGITS}${SUFFIX}{0,5}${LAST})`;

/** The start of every `NUMBER`, and of nothing else: a lookahead that skips the suffixes. */
export const NUMBER_BEGINS = String.raw`(?:${FIRST}|(?:${PREFIX})?\d{1,4}(?!\d))`;

/** Start of the numbers of codes with a legislative and a regulatory part: `L. 80`, `R.* 196-1`. */
export const PREFIXED = `(?=${PREFIX}\\d)`;

const RANK = String.raw`[IVX]{1,5}|[A-Z]|[a-z]|(?:1?\d|20)(?!\d)|\d{2}(?=°)`;
/**
 * Regular expression source of one step of « 1-5° », « I-C », « II », « b septies », « 1°-0 bis »: a subdivision of an
 * article. Excludes the initials of « C. civ. », « L. 16 », and numbers above 20 without « ° », which are articles.
 */
export const STEP = String.raw`(?!${ABBREVIATION}|${PREFIXED})(?:${RANK})°?(?:-00?(?= ))?(?: (?:${LATIN}|${SHORT_LATIN}))?(?![\p{L}\d%€'])`;
