import { plainCharacters } from "../../comparison/typography.ts";
import { safeNfc } from "../../text/characters.ts";
import { type Folded, type FoldedPlace, fold, LetterPlaces, letterCounts } from "./folded.ts";

/** Whether words are in a text: to the character, up to white space and typography, or not at all. */
export type Fidelity = "exact" | "equivalent" | "absent";

/** Marks of an omission: « […] », « (...) », « … ». */
const LEFT_OUT = /[[(]\s?(?:…|\.{3})\s?[\])]|…|\.{3}/;

/** A real quotation has a few pieces between its omissions. */
const MOST_PIECES = 100;

const HAS_WORDS = /[\p{L}\p{N}]/u;

/** Places of a text where the pieces of one quotation may stand, of which the first that hides nothing is taken. */
const MOST_PLACES = 8;

/** A quotation ready to be searched for: as it stands and, when it marks omissions, in pieces, as written and folded. */
export interface SoughtWords {
  readonly exact: string;
  readonly folded: string;
  /** Empty for a quotation without omissions. */
  readonly pieces: readonly string[];
}

/** Prepares a quotation; null when its omissions leave more than `MOST_PIECES`. */
export function soughtWords(quote: string): SoughtWords | null {
  const exact = safeNfc(quote).trim();
  const pieces = piecesOf(exact);
  if (pieces.length > MOST_PIECES) return null;
  const isWhole = !LEFT_OUT.test(exact);
  const folded = isWhole ? [] : pieces.map((piece) => fold(piece).texte).filter((piece) => piece !== "");
  return { exact, folded: fold(exact).texte, pieces: folded };
}

/** What a quotation has between its omissions, as written. */
export function piecesOf(quote: string): string[] {
  return quote.split(LEFT_OUT).flatMap((piece) => piece.trim() || []);
}

/** The words that a quotation leaves out between two of its pieces. */
export interface Cut {
  /** Word for word, in text order. */
  readonly omis: readonly string[];
  /** What of them counts, in French: « pas », a figure, the border of a §; null when nothing does. */
  readonly hides: string | null;
}

/** A text to search for quotations, folded once, on first use. */
export class Comparable {
  #nfc: string | null = null;
  #folded: Folded | null = null;
  #places: { readonly counts: Int32Array; readonly letters: LetterPlaces } | null = null;

  /** @param borders where a § begins or ends, as offsets in text order. */
  constructor(
    readonly texte: string,
    private readonly borders: readonly number[] = [],
  ) {}

  /** Fidelity to whole words and numbers: « possible » is not in « impossible », nor « 500 € » in « 3 500 € ». */
  fidelityTo({ exact, folded }: SoughtWords): Fidelity {
    if (this.texte === "" || folded === "" || !this.#fold().has(folded)) return "absent";
    this.#nfc ??= safeNfc(this.texte);
    return this.#nfc.includes(exact) ? "exact" : "equivalent";
  }

  /** Whether a quotation is this text, whole. */
  isWhole(words: SoughtWords): Fidelity {
    if (words.folded === "" || this.#fold().texte !== words.folded) return "absent";
    return safeNfc(this.texte) === words.exact ? "exact" : "equivalent";
  }

  /** What a quotation leaves out of the text that has all its pieces in order; null when it has not. */
  cutBy({ pieces }: SoughtWords): Cut | null {
    if (this.texte === "" || pieces.length === 0) return null;
    let first: Cut | null = null;
    let from = 0;
    for (let tried = 0; tried < MOST_PLACES; tried += 1) {
      const places = this.#fold().placesOf(pieces, from);
      if (places === null) break;
      const cut = this.#leftOut(places);
      if (cut.hides === null) return cut;
      first ??= cut;
      from = (places[0]?.start ?? 0) + 1;
    }
    return first;
  }

  #leftOut(places: readonly FoldedPlace[]): Cut {
    const omis: string[] = [];
    let hides: string | null = null;
    let border = 0;
    for (const [rank, { start: to }] of places.entries()) {
      const from = places[rank - 1]?.end;
      if (from === undefined) continue;
      const { start, end } = this.#sourceBetween(from, to);
      while ((this.borders[border] ?? end) <= start && border < this.borders.length) border += 1;
      const isAcross = (this.borders[border] ?? Number.POSITIVE_INFINITY) <= end;
      const words = this.texte.slice(start, end).trim();
      if (HAS_WORDS.test(words)) omis.push(words);
      const isInNumber = this.#fold().isInNumber(from) || this.#fold().isInNumber(to);
      hides ??= isInNumber ? "une partie d'un nombre" : hiddenBy(words, isAcross);
    }
    return { omis, hides };
  }

  /** The source of what stands between two offsets of the folded text, from the last letter before to the next one. */
  #sourceBetween(from: number, to: number): { readonly start: number; readonly end: number } {
    this.#places ??= { counts: letterCounts(this.#fold().texte), letters: new LetterPlaces(this.texte) };
    const { counts, letters } = this.#places;
    const start = letters.endOf(counts[from] ?? 0);
    return { start, end: Math.max(start, letters.startOf((counts[to] ?? 0) + 1)) };
  }

  #fold(): Folded {
    this.#folded ??= fold(this.texte);
    return this.#folded;
  }
}

/** Words that change what a sentence says, as the contract lists them (additions, part three, « Verdicts »). */
const COUNTS = [
  ..."ne n' non ni pas point plus jamais aucun aucune nul nulle sauf sans sinon hormis excepté hors moins".split(
    " ",
  ),
  ..."seulement uniquement exclusivement cependant néanmoins toutefois".split(" "),
  ...["à condition", "sous réserve", "à l'exception", "par dérogation"],
];
const START = String.raw`(?<![\p{L}\p{N}]|[\p{L}\p{N}]-)`;
const END = String.raw`(?![\p{L}\p{N}]|-[\p{L}\p{N}])`;
/** None of them within a compound: « plus-value » is one word. A capital may have lost its accent. */
const COUNTING = new RegExp(
  `${START}(?:${COUNTS.map((word) => (word.endsWith("'") ? word : word.replace(/^à/, "[àa]") + END)).join("|")})`,
  "u",
);
const FIGURE = /\p{N}/u;
const WORD = /[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu;
/** More words than that are no cut, but another text. */
const MOST_WORDS = 60;

/** What counts of the words left out, for « … laissent de côté … »; null for nothing. `isAcross`: a § ends among them. */
function hiddenBy(words: string, isAcross: boolean): string | null {
  if (isAcross) return "le passage d'un § à un autre";
  const plain = plainCharacters(words).replace(/\s+/g, " ").toLowerCase();
  const counting = COUNTING.exec(plain);
  if (counting !== null) return `« ${counting[0]} »`;
  if (FIGURE.test(plain)) return "un nombre";
  const count = [...plain.matchAll(WORD)].length;
  return count > MOST_WORDS ? `${count} mots` : null;
}
