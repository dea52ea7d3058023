/** Articles from one to another, both included; `a` is null for « et suivants ». */
export interface ArticleRange {
  readonly de: string;
  readonly a: string | null;
}

const UNITS: Readonly<Record<string, number>> = {
  un: 1,
  duo: 2,
  ter: 3,
  tre: 3,
  quater: 4,
  quin: 5,
  quinque: 5,
  sex: 6,
  septe: 7,
  sept: 7,
  octo: 8,
  novo: 9,
};
const TENS: Readonly<Record<string, number>> = {
  decies: 10,
  vicies: 20,
  tricies: 30,
  quadragies: 40,
  quinquagies: 50,
};
const SIMPLE: Readonly<Record<string, number>> = {
  quinquies: 5,
  sexies: 6,
  septies: 7,
  octies: 8,
  nonies: 9,
  novies: 9,
};
const SHORT: Readonly<Record<string, number>> = { bis: 2, ter: 3, quater: 4 };

/** Regular expression source of the Latin adverbs, longest first: « quaterdecies » before « quater ». */
export const LATIN = [
  `(?:${Object.keys(UNITS).join("|")})?(?:${Object.keys(TENS).join("|")})`,
  ...Object.keys(SIMPLE),
].join("|");
export const SHORT_LATIN = Object.keys(SHORT).join("|");

/** Source of capitals that are a subdivision (« 156 II »), not letters of a number; 150 VI alone is an article. */
export const ROMAN = String.raw`(?:(?!(?<=(?<!\d)150 ?)VI(?![A-Z]))[IVX]{2}|(?<=[A-Z] )[IVX](?![A-Z]))`;

/** Regular expression source of the prefix of numbers in a legislative or a regulatory part: `L. `, `R.* `. */
export const PREFIX = String.raw`(?:(?:L\.? ?O|[LRD])(?:\. ?\*|\*\.?|\.)? ?|A\. ?)`;

/**
 * Normalises an article's number: `199terdecies-0B` gives `199 terdecies-0 B`, `R*196-1` gives `R.* 196-1`, `premier`
 * gives `1er`. With `isTaxCode` (the CGI and its annexes), only `-0` belongs to a number: `39-1` is 1 of article 39.
 */
export function articleOf(written: string, isTaxCode: boolean): string {
  if (/^(?:premier|1 ?er)$/.test(written)) return "1er";
  const { prefix, digits, suffix } = partsOf(written);
  const number = digits + spaced(suffix);
  return prefix + (isTaxCode && prefix === "" ? (number.split(/-[1-9]/, 1)[0] ?? "") : number);
}

/** Adds or drops the star of decrees in Council of State: « R. 196-1 », « R.* 196-1 ». Null without such a prefix. */
export function otherWriting(article: string): string | null {
  const [, letter, star, number] = /^([RD])\.(\*?) (.*)$/.exec(article) ?? [];
  if (number === undefined) return null;
  return star === "" ? `${letter}.* ${number}` : `${letter}. ${number}`;
}

/** The subdivision at the end of a number of the CGI: 1 in « 39-1 »; null for any other number. */
export function subdivisionOf(written: string, isTaxCode: boolean): string | null {
  const { prefix, digits, suffix } = partsOf(written);
  if (!isTaxCode || prefix !== "") return null;
  const number = digits + suffix;
  const start = number.search(/-[1-9]/);
  const subdivision = number.slice(start + 1);
  return start >= 0 && /^[\d-]+$/.test(subdivision) ? subdivision : null;
}

const TYPED = new RegExp(`^(?:art(?:icle)?\\.? ?)?(${PREFIX})?(\\d{1,6}(?!\\d).*)$`, "i");
const TYPED_PARTS = new RegExp(
  `-\\d{1,4}|(?:${LATIN}|${SHORT_LATIN})(?=[a-z]{0,3}(?![a-z]))|[a-z]{1,3}(?=(?:${LATIN}|${SHORT_LATIN})?(?![a-z]))`,
  "g",
);
const ROMAN_ENDING = new RegExp(` ${ROMAN}[IVX]*$`);
const LONGEST_TYPED = 40;

/** Normalises a typed number in any form (`150-U`, `l80a`, `art. 39`), without its subdivision (`156 II`); else null. */
export function readArticle(typed: string, isTaxCode: boolean): string | null {
  const written = typed
    .normalize("NFKC")
    .replace(/[‐‑‒–]/g, "-")
    .replace(/\s+/g, " ")
    .trim();
  if (written.length > LONGEST_TYPED) return null;
  if (/^(?:art(?:icle)?\.? ?)?(?:premier|1 ?er)$/i.test(written)) return "1er";
  const [, prefix = "", number = ""] = TYPED.exec(written) ?? [];
  const [digits = ""] = /^\d*/.exec(number) ?? [];
  const suffix = number
    .slice(digits.length)
    .toLowerCase()
    .replace(/- (?=\d)/g, "-")
    .replace(/-(?!\d)|\./g, " ");
  const parts = suffix.match(TYPED_PARTS) ?? [];
  if (digits === "" || parts.join("") !== suffix.replaceAll(" ", "")) return null;
  const cased = parts.map((part) => ` ${isCounted(part) ? part : part.toUpperCase()}`);
  const spelt = prefix.toUpperCase() + digits + cased.join("").replaceAll(" -", "-");
  return articleOf(spelt.replace(ROMAN_ENDING, ""), isTaxCode);
}

/** Last article of « `first` à `last` », normalised (« L. 10 à 54 A » omits a letter); null for « 39 à 12 ». */
export function rangeEnd(first: string, last: string): string | null {
  const from = partsOf(first);
  const to = partsOf(last);
  const prefix = to.prefix === "" ? from.prefix : to.prefix;
  const isAfter = prefix !== from.prefix || comparePlaces(places(from.digits), places(to.digits)) <= 0;
  return isAfter && first !== last ? prefix + last.slice(to.prefix.length) : null;
}

/** Compares articles in a code's order, legislative part first: 150, 150-0 A, 150 A, 150 A bis, 150 AA, 150 B. */
export function compareArticles(one: string, other: string): number {
  const left = placeOf(one);
  const right = placeOf(other);
  const differing = left.findIndex((step, index) => compareSteps(step, right[index]) !== 0);
  if (differing >= 0) return compareSteps(left[differing], right[differing]);
  return left.length - right.length || (one < other ? -1 : Number(one > other));
}

/** Articles in the order of their code, without duplicates. */
export function sortArticles(articles: Iterable<string>): string[] {
  return [...new Set(articles)].toSorted(compareArticles);
}

/** Whether an article is in a range, in the order of its code. « et suivants », whose end is unknown, has its first alone. */
export function isInRange(article: string, { de, a }: ArticleRange): boolean {
  if (article === de || article === a) return true;
  return a !== null && compareArticles(de, article) < 0 && compareArticles(article, a) < 0;
}

/** One component of a number's sort key: its kind, then its value. */
interface Step {
  readonly kind: number;
  readonly rank: number;
  readonly letters: string;
}

/** Parts in the order of a code. */
const PARTS = ["", "L", "R", "A"];
const KIND = { number: 1, letters: 2, latin: 3 } as const;
const STEPS = /-?\d+|[a-z]+|[A-Z]+/g;

function placeOf(article: string): readonly Step[] {
  const prefix = /^[A-Z]*/.exec(article)?.[0] ?? "";
  const number = article === "1er" ? "1" : article.slice(prefix.length);
  // Articles of simple decrees are sorted among those of decrees in Council of State.
  const part = PARTS.indexOf(prefix.startsWith("D") ? "R" : prefix.slice(0, 1));
  return [{ kind: 0, rank: part, letters: "" }, ...(number.match(STEPS) ?? []).map(stepOf)];
}

function stepOf(part: string): Step {
  if (/\d/.test(part)) return { kind: KIND.number, rank: Number(part.replace("-", "")), letters: "" };
  const rank = latinRank(part);
  return rank === null
    ? { kind: KIND.letters, rank: 0, letters: part }
    : { kind: KIND.latin, rank, letters: "" };
}

function compareSteps(one: Step | undefined, other: Step | undefined): number {
  if (one === undefined || other === undefined)
    return Number(one !== undefined) - Number(other !== undefined);
  return (
    one.kind - other.kind ||
    one.rank - other.rank ||
    (one.letters < other.letters ? -1 : Number(one.letters > other.letters))
  );
}

/** 2 for `bis`, 13 for `terdecies`, 29 for `novovicies`; null if it is not a Latin adverb. */
function latinRank(word: string): number | null {
  const short = SHORT[word] ?? SIMPLE[word];
  if (short !== undefined) return short;
  const ten = Object.keys(TENS).find((ending) => word.endsWith(ending));
  if (ten === undefined) return null;
  const unit = word.slice(0, -ten.length);
  return (TENS[ten] ?? 0) + (UNITS[unit] ?? 0);
}

/** Whether a part of a number belongs to the number: `-0`, `ter`. */
function isCounted(part: string): boolean {
  return part.startsWith("-") || latinRank(part) !== null;
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

/** Separates suffixes by single spaces; `-0` and `-2` stay attached to what precedes them. */
function spaced(suffix: string): string {
  const parts = suffix.match(/-?\d+|[a-z]+|[A-Z]+/g) ?? [];
  return parts.map((part) => (part.startsWith("-") ? part : ` ${part}`)).join("");
}
