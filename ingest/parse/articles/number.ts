import { SPACE } from "./codes.ts";

const LATIN = [
  "(?:un|duo|ter|tre|quater|quin|quinque|sex|sept|septe|octo|novo)?(?:decies|vicies|tricies|quadragies|quinquagies)",
  "bis|ter|quater|quinquies|sexies|septies|octies|nonies|novies",
].join("|");

// Several Roman capitals are a subdivision (« 156 II »), never a letter of the number.
const LETTERS = "(?![IVX]{2,}|CGI|LPF|BOI)[A-Z]{1,3}";

// The source glues the next word to a number: « 100 biset », « 200 quater Bet ».
const END = String.raw`(?!(?!(?:et|ou|à)(?!\p{Ll}))\p{L})`;

const SUFFIX = `(?:${SPACE}?(?:-?0${SPACE}?)?(?:${LATIN}|${LETTERS})${END})`;

const PREFIX = String.raw`(?:(?:(?:LO|[LRD])(?:\.${SPACE}?\*|\*\.?|\.)?|A\.)${SPACE}?)`;

const FIRST = String.raw`premier(?!\p{L})|1${SPACE}?er(?!\p{L})`;
const NUMBERS = String.raw`\d{1,4}(?!\d)(?:-\d{1,4}(?![\d°]))*`;
const LAST = String.raw`(?:-[1-9]\d?(?![\d°]))?`;

/** Regular expression source of an article's number: `199 undecies A`, `150-0 D ter`, `L. 16-0 BA`, `1er`. */
export const ARTICLE = `(?:${FIRST}|${PREFIX}?${NUMBERS}${SUFFIX}{0,5}${LAST})`;

/**
 * Number of an article in the usual writing, whatever the spaces of the source: `199terdecies-0B` gives
 * `199 terdecies-0 B`, `R*196-1` gives `R.* 196-1`, `premier` gives `1er`.
 * @param isTaxCode in the CGI and its annexes only `-0` belongs to a number, `39-1` is 1 of article 39.
 */
export function articleOf(written: string, isTaxCode: boolean): string {
  if (/^(?:premier|1\s?er)$/.test(written)) return "1er";
  const [, prefix = "", numbers = "", suffix = ""] =
    /^(?:([A-Z]{1,2})[.*\s]*)?(\d+(?:-\d+)*)(.*)$/s.exec(written) ?? [];
  const star = /^[A-Z]{1,2}[.\s]*\*/.test(written) ? "*" : "";
  const head = prefix === "" ? "" : `${prefix}.${star} `;
  const number = numbers + spaced(suffix);
  return head + (isTaxCode && prefix === "" ? number.replace(/-[1-9].*$/, "") : number);
}

/** Suffixes parted by single spaces; `-0` and `-2` stay stuck to what precedes them. */
function spaced(suffix: string): string {
  const parts = suffix.match(/-?\d+|[a-z]+|[A-Z]+/g) ?? [];
  return parts.map((part) => (part.startsWith("-") ? part : ` ${part}`)).join("");
}
