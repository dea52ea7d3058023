import { plainCharacters, spelledOut } from "../comparison/typography.ts";
import { safeNfc } from "../stream-safe.ts";

/** Whether words stand in a text: to the character, up to white space and typography, or not at all. */
export type Fidelity = "exact" | "equivalent" | "absent";

export interface QuotedWords {
  readonly etat: Fidelity;
  /** The § where the words stand, when that is no § cited; null else. */
  readonly numero: string | null;
}

/** A stored text and where its § lie in it, as UTF-16 offsets. */
export interface QuotedText {
  readonly texte: string;
  readonly spans: readonly { readonly numero: string; readonly start: number; readonly end: number }[];
}

/** What stands for words left out: « […] », « (...) ». */
const LEFT_OUT = /[[(]\s?(?:…|\.{3})\s?[\])]|…|\.{3}/;

/** Pieces that words left out part a quotation in: a real one has a few. */
const MOST_PIECES = 100;

/** A quotation ready to be looked for: its pieces as written, and folded. */
interface Pieces {
  readonly exact: readonly string[];
  readonly folded: readonly string[];
}

/** A text in both forms, each made once, when it is first needed. */
class Comparable {
  #nfc: string | null = null;
  #folded: string | null = null;

  constructor(private readonly texte: string) {}

  fidelityTo({ exact, folded }: Pieces): Fidelity {
    if (this.texte === "") return "absent";
    this.#nfc ??= this.texte.normalize("NFC");
    if (hasInOrder(this.#nfc, exact)) return "exact";
    this.#folded ??= fold(this.texte);
    return hasInOrder(this.#folded, folded) ? "equivalent" : "absent";
  }
}

/**
 * Looks for quotations in one text: in the § that each cites, then in the others. The text and each of its § are
 * folded once for all the quotations, and each quotation once for all the §.
 */
export class QuoteFinder {
  readonly #text: QuotedText;
  readonly #whole: Comparable;
  readonly #paragraphs: readonly Comparable[];
  readonly #cited = new Map<string, Comparable>();

  constructor(text: QuotedText) {
    this.#text = text;
    this.#whole = new Comparable(text.texte);
    this.#paragraphs = text.spans.map(({ start, end }) => new Comparable(text.texte.slice(start, end)));
  }

  /**
   * @param cited numbers of the § cited, in the order of the text; none when the whole document is.
   * @returns null for a quotation in more pieces than are looked for.
   */
  locate(quote: string, cited: readonly string[]): QuotedWords | null {
    const pieces = piecesOf(quote);
    if (pieces === null) return null;
    const inCited = this.#citedText(cited).fidelityTo(pieces);
    if (inCited !== "absent") return { etat: inCited, numero: null };
    const elsewhere = this.#paragraphs.map((paragraph) => paragraph.fidelityTo(pieces));
    const rank = elsewhere.includes("exact") ? elsewhere.indexOf("exact") : elsewhere.indexOf("equivalent");
    const { numero = null } = this.#text.spans[rank] ?? {};
    if (numero !== null) return { etat: elsewhere[rank] ?? "absent", numero };
    return { etat: cited.length === 0 ? this.#whole.fidelityTo(pieces) : "absent", numero: null };
  }

  #citedText(cited: readonly string[]): Comparable {
    const key = cited.join(" ");
    const known = this.#cited.get(key);
    if (known !== undefined) return known;
    const { texte, spans } = this.#text;
    const wanted = new Set(cited);
    const own = spans.filter(({ numero }) => wanted.has(numero));
    const joined = new Comparable(own.map(({ start, end }) => texte.slice(start, end)).join("\n\n"));
    this.#cited.set(key, joined);
    return joined;
  }
}

/** The pieces of a quotation, between what it leaves out; null when they are too many. */
function piecesOf(quote: string): Pieces | null {
  const plain = safeNfc(quote);
  const exact = plain.split(LEFT_OUT).flatMap((piece) => piece.trim() || []);
  return exact.length > MOST_PIECES ? null : { exact, folded: exact.map(fold) };
}

/** Whether pieces stand in a text, one behind the other. */
function hasInOrder(texte: string, pieces: readonly string[]): boolean {
  let at = 0;
  for (const piece of pieces) {
    const found = texte.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return pieces.length > 0;
}

/**
 * Normalises case, accents and spacing so that two spellings of a quotation compare equal. A space between two numbers
 * is kept unless it groups thousands; a final full stop is dropped.
 */
function fold(texte: string): string {
  return spelledOut(plainCharacters(texte))
    .replace(/[À-ÖØ-Ý]/g, (capital) => capital.normalize("NFD").charAt(0))
    .toLowerCase()
    .replace(/\[(\p{L})\]/gu, "$1")
    .replace(/\s+/g, " ")
    .replace(/ (?!\d)|(?<!\d) | (?=\d{3}(?!\d))/g, "")
    .replace(/^[.,;:]|[.,;:]$/g, "");
}
