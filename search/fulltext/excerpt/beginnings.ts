import * as characters from "../analyzer/characters.ts";
import { fold } from "../analyzer/index.ts";
import { dottedAcronymAt, endOfWord, groupedNumberEnd } from "../analyzer/next-word.ts";

/** Role of a code unit in words: none, a letter or a digit of `ALPHABET` (from 1), or another character of a word. */
const NONE = 0;
const ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789";
const OTHER = 62;
const HALF_OF_PAIR = 63;
const KIND_BITS = 6;
const KINDS_COUNT = 1 << KIND_BITS;

/** The Unicode blocks that contain the Latin letters, accented ones and ligatures included. */
const LATIN_BLOCKS: readonly (readonly [from: number, to: number])[] = [
  [0x30, 0x24f],
  [0x1e00, 0x1eff],
];

/** By code unit. */
const KINDS = kindsOfCodeUnits();
const DIGIT_KINDS = [..."0123456789"].map((digit) => ALPHABET.indexOf(digit) + 1);

/** Third letters that the stemmer's rules interchange: noient and noyer, active and actif, maux and mal. */
const ALIKE: ReadonlyMap<string, string> = new Map(
  ["iy", "fv", "lu"].flatMap(([one = "", other = ""]) => [[one, other] as const, [other, one] as const]),
);
/** By kind: what may start a word after it, as a mask of ranks. */
const ANYTHING = 0xffff;
const PARTS = new Uint16Array(KINDS_COUNT);
PARTS[NONE] = ANYTHING;
PARTS[HALF_OF_PAIR] = ANYTHING;
/** The set of all third kinds. */
const ANY_THIRD = 1;

/**
 * Finds words that may start with given letters, in one pass over a table of characters; only candidates are cut out.
 * (A regular expression takes three times as long, and each query would compile its own.)
 */
export class Beginnings {
  /** By the kinds of a word's first two characters: the rank of the set of its third ones, 0 for none. */
  readonly #pairs = new Uint16Array(KINDS_COUNT * KINDS_COUNT);
  /** By rank of a set, then by kind: 1 when the set contains it. */
  readonly #thirds: Uint8Array[] = [new Uint8Array(KINDS_COUNT), new Uint8Array(KINDS_COUNT).fill(1)];
  readonly #hasNumbers: boolean;

  /** First letters, of which up to three are compared, and those of words that may be written as dotted letters. */
  constructor(heads: readonly string[], initials: readonly string[] = []) {
    this.#hasNumbers = heads.some((head) => /^\d/u.test(head));
    // A character that folds to several letters, or belongs to another alphabet, may start any of them.
    for (const kind of [OTHER, HALF_OF_PAIR, ...(this.#hasNumbers ? DIGIT_KINDS : [])]) this.#addAll(kind);
    for (const initial of initials) this.#addPair(kindOf(fold(initial)), NONE);
    for (const [first = "", second, third] of heads.map(fold)) {
      const firstKind = kindOf(first);
      if (second === undefined) {
        this.#addAll(firstKind);
        continue;
      }
      this.#addPair(firstKind, OTHER);
      this.#addPair(firstKind, HALF_OF_PAIR);
      this.#addThird(firstKind, kindOf(second), third);
    }
  }

  /** The first such word, acronym or number in groups that starts between two offsets, at which no word is cut. */
  find(text: string, from: number, to: number): Range | null {
    for (let start = possibleStart(text, { from, to }, this.#pairs); start !== -1; ) {
      const word = this.#wordAt(text, start);
      if (word !== null) return word;
      start = possibleStart(text, { from: start + 1, to }, this.#pairs);
    }
    return null;
  }

  /** The word that starts at this offset, if there is one and it may match. */
  #wordAt(text: string, start: number): Range | null {
    const first = kindAt(text, start);
    if (first === NONE || (start > 0 && kindAt(text, start - 1) !== NONE)) return null;
    const grouped = this.#hasNumbers ? groupedNumberEnd(text, start) : null;
    if (grouped !== null) return { start, end: grouped };
    const acronym = dottedAcronymAt(text, start);
    if (acronym !== null) return acronym.start === start ? acronym : null;
    return this.#begins(text, start) ? { start, end: endOfWord(text, start) } : null;
  }

  #begins(text: string, start: number): boolean {
    const pair = this.#pairs[kindAt(text, start) * KINDS_COUNT + kindAt(text, start + 1)];
    if (pair === undefined || pair === 0) return false;
    return pair === ANY_THIRD || this.#thirds[pair]?.[kindAt(text, start + 2)] === 1;
  }

  #addAll(first: number): void {
    for (let second = 0; second < KINDS_COUNT; second += 1) this.#addPair(first, second);
  }

  #addPair(first: number, second: number): void {
    this.#pairs[first * KINDS_COUNT + second] = ANY_THIRD;
  }

  #addThird(first: number, second: number, third: string | undefined): void {
    const at = first * KINDS_COUNT + second;
    // The suffix of an acronym's stem is not a letter.
    if (third === undefined || kindOf(third) === OTHER) this.#pairs[at] = ANY_THIRD;
    const rank = this.#pairs[at] || this.#thirds.push(new Uint8Array(KINDS_COUNT)) - 1;
    this.#pairs[at] = rank;
    for (const letter of [third, ALIKE.get(third ?? "")])
      if (letter !== undefined) this.#thirds[rank]?.fill(1, kindOf(letter), kindOf(letter) + 1);
    this.#thirds[rank]?.fill(1, OTHER, OTHER + 1);
  }
}

/**
 * The first offset of a stretch where a word may start whose first two characters form one of the pairs; -1 if there
 * is none. Isolated, without a call or a branch on word ends: the engine and the processor optimise such a loop best.
 */
function possibleStart(
  text: string,
  { from, to }: { readonly from: number; readonly to: number },
  pairs: Uint16Array,
): number {
  const end = Math.min(text.length, to);
  if (from >= end) return -1;
  let starts = from === 0 ? ANYTHING : (PARTS[KINDS[text.charCodeAt(from - 1)] ?? 0] ?? 0);
  let previous = KINDS[text.charCodeAt(from)] ?? 0;
  for (let at = from + 1; at < end; at += 1) {
    const kind = KINDS[text.charCodeAt(at)] ?? 0;
    if (((pairs[(previous << KIND_BITS) | kind] ?? 0) & starts) !== 0) return at - 1;
    starts = PARTS[previous] ?? 0;
    previous = kind;
  }
  const after = kindAt(text, end);
  return ((pairs[(previous << KIND_BITS) | after] ?? 0) & starts) === 0 ? -1 : end - 1;
}

/** `NONE` past the end, which is never read: engines slow down a loop for good once it has read there. */
function kindAt(text: string, at: number): number {
  if (at >= text.length) return NONE;
  const kind = KINDS[text.charCodeAt(at)] ?? NONE;
  if (kind !== HALF_OF_PAIR) return kind;
  return characters.kindAt(text, at) === characters.NONE ? NONE : OTHER;
}

/** Kind of a folded character. */
function kindOf(folded: string): number {
  const rank = ALPHABET.indexOf(folded);
  return rank < 0 ? OTHER : rank + 1;
}

function kindsOfCodeUnits(): Uint8Array {
  const kinds = characters.CHARACTERS.map((kind) => {
    if (kind === characters.NONE) return NONE;
    return kind === characters.HALF_OF_PAIR ? HALF_OF_PAIR : OTHER;
  });
  for (const [from, to] of LATIN_BLOCKS) {
    for (let code = from; code <= to; code += 1) {
      if (kinds[code] === OTHER) kinds[code] = kindOf(fold(String.fromCharCode(code)));
    }
  }
  return kinds;
}

/** End of a sentence; searched for first, at each character, since checking the text before it takes longer. */
const STOP = "[.!?…]";
/** Abbreviations, and any single letter, whose full stop does not end a sentence: `art. 39`, `L. 80 A`. */
const ABBREVIATIONS = "art|al|ann|cf|ch|chap|éd|ex|MM|Mme|op|p|par|réf|sect|tit|vol|\\p{L}";
const BREAK = new RegExp(
  String.raw`\s*\n\s*|(?=${STOP})(?<!(?<![\p{L}\p{N}])(?:${ABBREVIATIONS}))${STOP}+[»"”)]*\s+(?=[\p{Lu}«"“(])`,
  "gu",
);
/** Room for the context of a break when a stretch of text is cut out. */
const MARGIN = 16;

/** Offsets between `from` and `to` at which a sentence, a heading or a paragraph starts. */
export function sentenceStarts(text: string, from: number, to: number): number[] {
  const base = Math.max(0, from - MARGIN);
  const breaks = [...text.slice(base, to + MARGIN).matchAll(BREAK)];
  const starts = breaks.map((match) => base + match.index + match[0].length);
  if (text.slice(0, from).trim() === "") starts.unshift(text.length - text.trimStart().length);
  return starts.filter((start) => start >= from && start <= to);
}

/** A stretch of a text, UTF-16 offsets. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

const SPACES = /[ \t\r\n]+/gu;

/** The first start of a word, after a space, from `least` on; `most` if there is none before it. */
export function wordStart(text: string, least: number, most: number): number {
  SPACES.lastIndex = Math.max(0, least - 1);
  for (let space = SPACES.exec(text); space !== null && space.index < most; space = SPACES.exec(text)) {
    if (!isInNumber(text, space.index)) return Math.min(most, SPACES.lastIndex);
  }
  return most;
}

/** The last end of a word, before a space, up to `most`; null if there is none after `least`. */
export function wordEnd(text: string, least: number, most: number): number | null {
  if (most >= text.length) return text.trimEnd().length;
  for (let at = most; at > least; at -= 1) {
    if (!isSpace(text, at) || isInNumber(text, at)) continue;
    const end = text.slice(least, at).trimEnd().length;
    return end === 0 ? null : least + end;
  }
  return null;
}

/** Non-breaking spaces do not count. */
function isSpace(text: string, at: number): boolean {
  return " \t\r\n".includes(text.charAt(at));
}

/** Whether the space separates thousands: « 10 000 », not « janvier 2010 » or « le 31 2010 ». */
function isInNumber(text: string, at: number): boolean {
  return /\d/u.test(text.charAt(at - 1)) && /^ \d{3}(?!\d)/u.test(text.slice(at, at + 5));
}

/** Adds `…` to the text of a stretch, at each end that cuts a sentence. */
export function withEllipses(text: string, { start, end }: Range, written: string): string {
  const leading = isSentenceStart(text, start) ? "" : "…";
  const trailing = isSentenceEnd(text, end) ? "" : "…";
  return leading + written + trailing;
}

/** Escapes text as HTML, on one line. */
export function escaped(text: string): string {
  const line = text.replace(/[\t\n\r ]{2,}|[\t\n\r]/gu, " ");
  return line.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function isSentenceStart(text: string, start: number): boolean {
  return sentenceStarts(text, start, start).length > 0;
}

function isSentenceEnd(text: string, end: number): boolean {
  const next = end + (/^\s*/u.exec(text.slice(end, end + 32))?.[0].length ?? 0);
  return next >= text.trimEnd().length || isSentenceStart(text, next);
}

/** docs/decisions.md, « Search hit »: about as many characters, entities not counted. */
const PASSAGE_LENGTH = 400;

/** The beginning of a passage: cut between words, `…` inside a sentence, HTML-escaped, without `<mark>`. */
export function passageExcerpt(texte: string, passage: Range, length = PASSAGE_LENGTH): string {
  const { end } = passage;
  const start = end - texte.slice(passage.start, end).trimStart().length;
  const most = start + length;
  const cut = end <= most ? end : (wordEnd(texte, start, most) ?? most);
  return withEllipses(texte, { start, end: cut }, escaped(texte.slice(start, cut))).normalize("NFC");
}
