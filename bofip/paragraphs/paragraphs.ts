import { oncePer } from "../reading/cursor.ts";

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

interface Numbered {
  readonly numero: string;
}

interface Placed extends Numbered {
  /** Place of the § in its text, from 0. */
  readonly rank: number;
  readonly order: number;
}

/** The § of a text by their numbers: looking many up must not read through all of them each time. */
class ParagraphIndex {
  /** Rank of the first § of each number. */
  readonly #ranks = new Map<string, number>();
  /** In number order; those of one number in text order. */
  readonly #placed: readonly Placed[];
  /** The numbers of all § that a range may name, in number order. */
  readonly numbers: readonly string[];
  readonly #isInTextOrder: boolean;
  /** Whether each § has a number, greater than the one before. */
  readonly isRising: boolean;

  constructor(spans: readonly Numbered[]) {
    const all = spans.map(({ numero }, rank) => ({ numero, rank, order: numberOrder(numero) }));
    for (const { numero, rank } of all) if (!this.#ranks.has(numero)) this.#ranks.set(numero, rank);
    // What is no number is within no range.
    const numbered = all.filter(({ order }) => !Number.isNaN(order));
    this.#placed = numbered.toSorted((one, other) => one.order - other.order);
    this.numbers = this.#placed.map(({ numero }) => numero);
    this.#isInTextOrder = this.#placed.every((one, place) => one === numbered[place]);
    this.isRising = all.every(({ order }, rank) => rank === 0 || order > (all[rank - 1]?.order ?? order));
  }

  /** The rank of the first § of a number; undefined when the text has none. */
  rankOf(numero: string): number | undefined {
    return this.#ranks.get(numero);
  }

  /** The numbers within a range, in text order. */
  numbersWithin(range: ParagraphRange): string[] {
    const [from, to] = this.placesWithin(range);
    if (this.#isInTextOrder) return this.numbers.slice(from, to);
    return inTextOrder(this.#placed.slice(from, to));
  }

  /** Where the § within a range begin and end, the end excluded, among all in number order. */
  placesWithin({ de, a }: ParagraphRange): readonly [from: number, to: number] {
    const [least, most] = [numberOrder(de), numberOrder(a)];
    return [this.#firstOf((order) => order >= least), this.#firstOf((order) => order > most)];
  }

  /** The numbers at such places, in text order. */
  numbersAt(places: readonly number[]): string[] {
    return inTextOrder(places.flatMap((place) => this.#placed[place] ?? []));
  }

  /** The first place of which that holds, as it does of all those behind it. */
  #firstOf(holds: (order: number) => boolean): number {
    let [low, high] = [0, this.numbers.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (holds(this.#placed[middle]?.order ?? 0)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

function inTextOrder(placed: readonly Placed[]): string[] {
  return placed.toSorted((one, other) => one.rank - other.rank).map(({ numero }) => numero);
}

/** The index of the § of a text, made once for all its uses. */
export const paragraphIndex: (spans: readonly Numbered[]) => ParagraphIndex = oncePer(
  (spans: readonly Numbered[]) => new ParagraphIndex(spans),
);

/** The § of a text that no range has taken yet: taking many ranges is linear, however many of them name the same §. */
export class UntakenParagraphs {
  /** From each place of the index, a place not behind the next § that is left. */
  readonly #next: number[];

  constructor(private readonly index: ParagraphIndex) {
    this.#next = Array.from({ length: index.numbers.length + 1 }, (_, place) => place);
  }

  /** The numbers within a range, in text order, of the § that are left; they no longer are. */
  take(range: ParagraphRange): string[] {
    const [from, to] = this.index.placesWithin(range);
    const taken: number[] = [];
    for (let place = this.#leftFrom(from); place < to; place = this.#leftFrom(place)) {
      taken.push(place);
      this.#next[place] = place + 1;
    }
    return this.index.numbersAt(taken);
  }

  /** The first place from that one on that is left; shortens the way for the next time. */
  #leftFrom(from: number): number {
    let place = from;
    for (let next = this.#nextOf(place); next !== place; next = this.#nextOf(place)) {
      this.#next[place] = this.#nextOf(next);
      place = next;
    }
    return place;
  }

  #nextOf(place: number): number {
    return this.#next[place] ?? place;
  }
}

/** Span of a numbered paragraph in its edition's text, and the headings above it. */
export interface ParagraphSpan {
  readonly numero: string;
  readonly section: readonly string[];
  /** UTF-16 offsets in `contenu_texte`. */
  readonly start: number;
  readonly end: number;
}

/** Text of the § with a number, the first one if the number occurs twice; null if there is none. */
export function paragraphText(texte: string, spans: readonly ParagraphSpan[], numero: string): string | null {
  const span = paragraphSpan(spans, numero);
  return span === undefined ? null : texte.slice(span.start, span.end);
}

/** The § with a number, likewise; undefined if there is none. */
export function paragraphSpan(spans: readonly ParagraphSpan[], numero: string): ParagraphSpan | undefined {
  const rank = paragraphIndex(spans).rankOf(numero);
  return rank === undefined ? undefined : spans[rank];
}

/** Returns a function from an offset to the number of its paragraph; offsets must not decrease from call to call. */
export function paragraphReader(paragraphes: readonly ParagraphSpan[]): (offset: number) => string | null {
  let next = 0;
  return (offset) => {
    while ((paragraphes[next]?.end ?? Number.POSITIVE_INFINITY) <= offset) next += 1;
    const paragraphe = paragraphes[next];
    return paragraphe !== undefined && paragraphe.start <= offset ? paragraphe.numero : null;
  };
}
