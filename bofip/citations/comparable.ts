import { plainCharacters, spelledOut } from "../comparison/typography.ts";
import { safeNfc } from "../text/combining-marks.ts";

/** Whether words are in a text: to the character, up to white space and typography, or not at all. */
export type Fidelity = "exact" | "equivalent" | "absent";

/** Marks of an omission: « […] », « (...) », « … ». */
const LEFT_OUT = /[[(]\s?(?:…|\.{3})\s?[\])]|…|\.{3}/;

/** A real quotation has a few pieces between its omissions. */
const MOST_PIECES = 100;

/** A quotation ready to be searched for: its pieces as written, and folded. */
export interface Pieces {
  readonly exact: readonly string[];
  readonly folded: readonly string[];
}

/** Splits a quotation at its omissions; null when it has more than `MOST_PIECES`. */
export function piecesOf(quote: string): Pieces | null {
  const plain = safeNfc(quote);
  const exact = plain.split(LEFT_OUT).flatMap((piece) => piece.trim() || []);
  if (exact.length > MOST_PIECES) return null;
  return { exact, folded: exact.map((piece) => fold(piece).texte).filter((piece) => piece !== "") };
}

/** A text to search for quotations, folded once, on first use. */
export class Comparable {
  #nfc: string | null = null;
  #folded: Folded | null = null;

  constructor(readonly texte: string) {}

  /** Matches whole words and whole numbers: « possible » is not in « impossible », nor « 500 € » in « 3 500 € ». */
  fidelityTo({ exact, folded }: Pieces): Fidelity {
    if (this.texte === "") return "absent";
    this.#folded ??= fold(this.texte);
    if (!this.#folded.hasInOrder(folded)) return "absent";
    this.#nfc ??= safeNfc(this.texte);
    return hasInOrder(this.#nfc, exact) ? "exact" : "equivalent";
  }
}

/** A text without white space and typography, that remembers where its words were separated. */
class Folded {
  readonly texte: string;
  /** 1 where white space preceded the character. */
  readonly #spaced: Uint8Array;

  constructor(texte: string, spaced: Uint8Array) {
    this.texte = texte;
    this.#spaced = spaced;
  }

  /** Whether the text contains the pieces in order, each starting and ending at a word boundary. */
  hasInOrder(pieces: readonly string[]): boolean {
    let at = 0;
    for (const piece of pieces) {
      let found = this.texte.indexOf(piece, at);
      while (found >= 0 && !(this.#isApart(found) && this.#isApart(found + piece.length)))
        found = this.texte.indexOf(piece, found + 1);
      if (found < 0) return false;
      at = found + piece.length;
    }
    return pieces.length > 0;
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

/** Every space, except between two numbers, where only the space that groups thousands is matched. */
const SPACE = / (?!\d)|(?<!\d) | (?=\d{3}(?!\d))/g;
/** « Etat », « État » and « état » are one word; « taxe » and « taxé » are two. */
const FIRST_ACCENT = /(?<!\p{L})[à-öø-ý]/gu;

/**
 * Normalises case, accents of first letters, quotation marks and spacing so that two spellings of a quotation compare
 * equal. A space between two numbers is kept unless it groups thousands; a final full stop is dropped.
 */
function fold(texte: string): Folded {
  const plain = spelledOut(plainCharacters(texte))
    .toLowerCase()
    .replace(/\[(\p{L})\]/gu, "$1")
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

function isDigit(texte: string, at: number): boolean {
  const code = texte.charCodeAt(at);
  return code >= 48 && code <= 57;
}

/** Whether a text contains pieces in order. */
function hasInOrder(texte: string, pieces: readonly string[]): boolean {
  let at = 0;
  for (const piece of pieces) {
    const found = texte.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return pieces.length > 0;
}
