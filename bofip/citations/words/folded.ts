import { plainCharacters, spelledOut } from "../../comparison/typography.ts";

/** A range of a folded text. */
export interface FoldedPlace {
  readonly start: number;
  readonly end: number;
}

/** A text without white space and typography, that remembers where its words were separated. */
export class Folded {
  readonly texte: string;
  /** 1 where white space preceded the character. */
  readonly #spaced: Uint8Array;

  constructor(texte: string, spaced: Uint8Array) {
    this.texte = texte;
    this.#spaced = spaced;
  }

  /** Whether the text has these folded words, whole. */
  has(words: string): boolean {
    for (let at = this.texte.indexOf(words); at >= 0; at = this.texte.indexOf(words, at + 1))
      if (this.#isApart(at) && this.#isApart(at + words.length)) return true;
    return false;
  }

  /**
   * The first place, from an offset on, where the text has folded pieces in order, the nearest to each other that end
   * there; null when there is none. Only the first and the last end of all must be those of a word: an omission may
   * stand inside a number, which `isInNumber` then tells. Linear time.
   */
  placesOf(pieces: readonly string[], from: number): readonly FoldedPlace[] | null {
    const places: FoldedPlace[] = [];
    let at = from;
    for (const rank of pieces.keys()) {
      const start = this.#next(pieces, rank, at);
      if (start === null) return null;
      at = start + (pieces[rank] ?? "").length;
      places.push({ start, end: at });
    }
    for (let rank = pieces.length - 2; rank >= 0; rank -= 1) {
      const length = (pieces[rank] ?? "").length;
      const before = places[rank + 1]?.start ?? 0;
      const start = this.#last(pieces, rank, before - length, places[rank]?.start ?? 0);
      places[rank] = { start, end: start + length };
    }
    return places;
  }

  /** Whether an offset is inside one number: « 1 250 », « 5,5 ». */
  isInNumber(at: number): boolean {
    if (this.#spaced[at] === 1) return false;
    const isFigure = (offset: number) => isDigit(this.texte, offset);
    if (isFigure(at - 1) && isFigure(at)) return true;
    const mark = isFigure(at - 1) ? at : at - 1;
    return (
      POINT.test(this.texte.charAt(mark)) &&
      isFigure(mark - 1) &&
      isFigure(mark + 1) &&
      this.#spaced[mark] !== 1 &&
      this.#spaced[mark + 1] !== 1
    );
  }

  #next(pieces: readonly string[], rank: number, from: number): number | null {
    const piece = pieces[rank] ?? "";
    for (let at = this.texte.indexOf(piece, from); at >= 0; at = this.texte.indexOf(piece, at + 1))
      if (this.#isPlace(pieces, rank, at)) return at;
    return null;
  }

  /** The last place up to an offset; `first` is one. */
  #last(pieces: readonly string[], rank: number, upTo: number, first: number): number {
    const piece = pieces[rank] ?? "";
    for (let at = this.texte.lastIndexOf(piece, upTo); at > first; at = this.texte.lastIndexOf(piece, at - 1))
      if (this.#isPlace(pieces, rank, at)) return at;
    return first;
  }

  #isPlace(pieces: readonly string[], rank: number, start: number): boolean {
    const end = start + (pieces[rank] ?? "").length;
    const beginsWell = this.#isApart(start) || (rank > 0 && this.isInNumber(start));
    return beginsWell && (this.#isApart(end) || (rank < pieces.length - 1 && this.isInNumber(end)));
  }

  /** Whether a word or number boundary lies at this offset. */
  #isApart(at: number): boolean {
    if (this.#spaced[at] === 1) return true;
    const before = this.texte.slice(Math.max(0, at - 2), at);
    const after = this.texte.slice(at, at + 2);
    if (ENDS_WORD.test(before)) return !BEGINS_WORD.test(after) && !this.#isJoint(at);
    return !(BEGINS_WORD.test(after) && this.#isJoint(at - 1));
  }

  /** Whether the mark at this offset joins its neighbours into one word or number: « non-résident », « 5,5 ». */
  #isJoint(at: number): boolean {
    if (this.#spaced[at] === 1 || this.#spaced[at + 1] === 1) return false;
    const around = this.texte.slice(at - 1, at + 2);
    return JOINED.test(around);
  }
}

const ENDS_WORD = /[\p{L}\p{N}]$/u;
const BEGINS_WORD = /^[\p{L}\p{N}]/u;
const JOINED = /^(?:[\p{L}\p{N}]-[\p{L}\p{N}]|\p{N}[.,]\p{N})$/u;
const POINT = /[.,]/;

/** Every space, except between two numbers, where only the space that groups thousands is matched. */
const SPACE = / (?!\d)|(?<!\d) | (?=\d{3}(?!\d))/g;
/** « Etat », « État » and « état » are one word; « taxe » and « taxé » are two. */
const FIRST_ACCENT = /(?<!\p{L})[à-öø-ý]/gu;
/** A hyphen, with the end of its line where it may cut a word. */
const HYPHEN = /- ?\n ?|-/g;
const LETTER = /^\p{L}$/u;

/**
 * Normalises case, accents of first letters, quotation marks, hyphens inside words and spacing so that two spellings of
 * a quotation compare equal. A space between two numbers is kept unless it groups thousands; a final full stop is
 * dropped.
 */
export function fold(texte: string): Folded {
  const plain = spelledOut(plainCharacters(texte))
    .toLowerCase()
    .replace(/\[(\p{L})\]/gu, "$1")
    .replace(HYPHEN, withinWord)
    .replace(FIRST_ACCENT, (letter) => letter.normalize("NFD").charAt(0))
    .replace(/[\s"]+/g, " ")
    .trim()
    .replace(/^[.,;:] ?| ?[.,;:]$/g, "");
  const spaced = new Uint8Array(plain.length + 1);
  spaced[0] = 1;
  let removed = 0;
  const folded = plain.replace(SPACE, (_, index: number) => {
    const isGrouping = isDigit(plain, index - 1) && isDigit(plain, index + 1);
    if (!isGrouping) spaced[index - removed] = 1;
    removed += 1;
    return "";
  });
  spaced[folded.length] = 1;
  return new Folded(folded, spaced);
}

/** Whether two texts are the same words, up to white space, capitals and typography. */
export function sameWords(one: string, other: string): boolean {
  const words = fold(one).texte;
  return words !== "" && words === fold(other).texte;
}

/** « plus-value », cut at the end of a line or not, is compared as one run of letters. */
function withinWord(hyphen: string, at: number, texte: string): string {
  const isWithin = LETTER.test(texte.charAt(at - 1)) && LETTER.test(texte.charAt(at + hyphen.length));
  return isWithin ? "" : hyphen;
}

function isDigit(texte: string, at: number): boolean {
  const code = texte.charCodeAt(at);
  return code >= 48 && code <= 57;
}

const LETTERS = /[\p{L}\p{N}]+/gu;
/** Letters that fold to several, or to none. */
const UNEVEN = /[œæŒÆº\p{Lm}\ufb00-\ufb06]/u;

/** How many letters and figures of a folded text come before each offset, its end included. */
export function letterCounts(folded: string): Int32Array {
  const counts = new Int32Array(folded.length + 1);
  let count = 0;
  let at = 0;
  for (const { 0: run, index } of folded.matchAll(LETTERS)) {
    counts.fill(count, at, index + 1);
    for (at = index + 1; at <= index + run.length; at += 1) counts[at] = ++count;
  }
  return counts.fill(count, at);
}

/** Places of a text's letters and figures, counted as in its folded form, which has them in order: « œ » is two. */
export class LetterPlaces {
  readonly #length: number;
  readonly #offsets: readonly number[];

  constructor(texte: string) {
    this.#length = texte.length;
    this.#offsets = offsetsOf(texte);
  }

  /** Where the letter of a rank, from 1, begins; the end of the text after the last one. */
  startOf(rank: number): number {
    return this.#offsets[rank - 1] ?? this.#length;
  }

  /** Where it ends; the beginning of the text for 0. */
  endOf(rank: number): number {
    const start = this.#offsets[rank - 1];
    return start === undefined ? 0 : start + 1;
  }
}

function offsetsOf(texte: string): number[] {
  const offsets: number[] = [];
  const hasUneven = UNEVEN.test(texte);
  for (const { 0: run, index } of texte.matchAll(LETTERS)) {
    const isUneven = hasUneven && UNEVEN.test(run);
    for (let at = 0; at < run.length; at += 1) {
      const copies = isUneven ? copiesOf(run.charAt(at)) : 1;
      for (let copy = 0; copy < copies; copy += 1) offsets.push(index + at);
    }
  }
  return offsets;
}

function copiesOf(letter: string): number {
  return UNEVEN.test(letter) ? [...spelledOut(plainCharacters(letter)).matchAll(LETTERS)].join("").length : 1;
}
