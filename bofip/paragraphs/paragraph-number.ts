/** A space within a line, non-breaking ones included. */
const SPACE = String.raw`[^\S\r\n]`;

const LATIN = "bis|ter|quater|quinquies|sexies|septies|octies|nonies|decies";
const SUFFIX = `${LATIN}|${LATIN.toUpperCase()}`;

/** « 20 A »; neither a Roman numeral (« § 20 I-A ») nor the start of a word or of an elision. */
const LETTER = String.raw`[A-HJ-UWYZ](?![\p{L}\p{N}'’.-])`;

/** Source (flag `u`) of a § number, for ingestion, API and pages: digits, then « bis » or a letter, however spaced. */
export const PARAGRAPH_NUMBER = String.raw`\d{1,6}(?:${SPACE}?(?:(?:${SUFFIX})(?!\p{L})|${LETTER}))?`;

const MARK = `(?:§{1,2}|n°)${SPACE}?`;
const RANGE = `${PARAGRAPH_NUMBER}(?:${SPACE}?(?:à|-|–|—)${SPACE}?${PARAGRAPH_NUMBER})?`;
const RANGES = `${RANGE}(?:${SPACE}?(?:,|et)${SPACE}?${RANGE}){0,20}`;

const NUMBER_ALONE = new RegExp(`^(?:${MARK})?(${PARAGRAPH_NUMBER})\\.?$`, "u");
const RESERVED_ALONE = new RegExp(
  `^(?:${MARK})?\\((?:${MARK})?(${RANGES})\\)$|^(?:${MARK})?(${RANGES})$`,
  "u",
);
const RANGE_ALONE = new RegExp(
  `^(?:${MARK})?(${PARAGRAPH_NUMBER})(?:${SPACE}?(?:à|a|-|–|—)${SPACE}?(${PARAGRAPH_NUMBER}))?$`,
  "u",
);
const PARTS = new RegExp(
  `(${PARAGRAPH_NUMBER})(?:${SPACE}?(?:à|-|–|—)${SPACE}?(${PARAGRAPH_NUMBER}))?`,
  "gu",
);

/** A range of paragraph numbers, both ends included; the same number twice for one paragraph. */
export interface ParagraphRange {
  readonly de: string;
  readonly a: string;
}

/** Parses a number: « 130 », « § 1 bis », with any space; null for anything else. */
export function readParagraphNumber(written: string): string | null {
  const number = NUMBER_ALONE.exec(oneLine(written))?.[1];
  return number === undefined ? null : canonicalNumber(number);
}

/** Parses a number or a range: « 130 », « § 120-140 », « 120 à 140 »; null for anything else. */
export function readParagraphRange(written: string): ParagraphRange | null {
  const [, de, a] = RANGE_ALONE.exec(oneLine(written)) ?? [];
  return de === undefined ? null : rangeOf(de, a);
}

/** Parses reserved numbers: « (20) », « (10 à 30) », « 30-40 », « (20 et 40) »; or null. A single one needs brackets. */
export function readReservedNumbers(written: string): ParagraphRange[] | null {
  const text = oneLine(written);
  if (readParagraphNumber(text) !== null) return null;
  const [, enclosed, bare] = RESERVED_ALONE.exec(text) ?? [];
  const ranges = enclosed ?? bare;
  if (ranges === undefined) return null;
  return [...ranges.matchAll(PARTS)].map(([, de = "", a]) => rangeOf(de, a));
}

/** Normalises a number: `1 bis` for `1bis`, `1\u00a0bis` and `1 BIS`; a letter alone stays a capital. */
export function canonicalNumber(written: string): string {
  const [digits = ""] = /^\d*/.exec(written) ?? [];
  const suffix = written.slice(digits.length).trim();
  if (suffix === "") return digits;
  return `${digits} ${suffix.length === 1 ? suffix : suffix.toLowerCase()}`;
}

/** Whether a number is within a range, in number order: 1, 1 bis, 10. */
export function isWithin(numero: string, { de, a }: ParagraphRange): boolean {
  return compareNumbers(de, numero) <= 0 && compareNumbers(numero, a) <= 0;
}

const ORDER = ["", ...LATIN.split("|")];
/** More than the rank of any suffix. */
const SUFFIXES = 1 << 17;

/** « 1 », on its line or glued to the words around it, before a capital. */
const GLUED_FIRST = /(?:^|\n|[.:;)»\p{Ll}])1\n*[\p{Lu}«]/u;

/** Whether a text has the numbers of its § among its words, as the plain text of a source does: « 1Le crédit ». */
export function hasGluedNumbers(texte: string): boolean {
  return GLUED_FIRST.test(texte);
}

/** Compares two normalised numbers: 1, 1 bis, 1 ter, 1 A, 10. */
export function compareNumbers(left: string, right: string): number {
  return numberOrder(left) - numberOrder(right);
}

/** The place of a normalised number among all numbers, to compare it with many; `NaN` for what is no number. */
export function numberOrder(numero: string): number {
  const [digits = "", suffix = ""] = numero.split(" ");
  const rank = ORDER.indexOf(suffix) + 1 || ORDER.length + suffix.charCodeAt(0);
  return Number(digits) * SUFFIXES + rank;
}

function rangeOf(de: string, a: string | undefined): ParagraphRange {
  const first = canonicalNumber(de);
  return { de: first, a: a === undefined ? first : canonicalNumber(a) };
}

function oneLine(written: string): string {
  return written.replace(/\s+/g, " ").trim();
}

/** How many numbers to suggest. */
const NEAREST = 5;

/** The § numbers closest to one that a text does not have, five at most, in text order. */
export function nearestNumbers(numbers: readonly string[], asked: string): string[] {
  const distance = (number: string) =>
    Math.abs(Number.parseInt(number, 10) - Number.parseInt(asked, 10)) || 0;
  const closest = new Set(
    numbers.toSorted((left, right) => distance(left) - distance(right)).slice(0, NEAREST),
  );
  return numbers.filter((number) => closest.has(number));
}
