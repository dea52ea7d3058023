import { Comparable, type Fidelity, type Pieces, piecesOf } from "./comparable.ts";
import { NearestFinder, type NearestWords } from "./nearest-words.ts";
import type { QuotedText } from "./quoted-text.ts";

export interface QuotedWords {
  /** Whether the cited text contains the words. */
  readonly etat: Fidelity;
  /** The § that contains the words when it is not a cited one; otherwise null. */
  readonly numero: string | null;
  /** The closest words when the text contains the quotation nowhere; null when nothing is close. */
  readonly proche: NearestWords | null;
}

/** A § that contains the words; its number is null outside every §. */
export interface FoundPlace {
  readonly etat: Exclude<Fidelity, "absent">;
  readonly numero: string | null;
}

/**
 * Searches one text for quotations: first in the § that each cites, then in the others. Folds the text and each of
 * its § once for all quotations, and each quotation once for all §.
 */
export class QuoteFinder {
  readonly #text: QuotedText;
  readonly #whole: Comparable;
  readonly #paragraphs: readonly Comparable[];
  readonly #cited = new Map<string, Comparable>();
  readonly #nearest: NearestFinder;

  constructor(text: QuotedText) {
    this.#text = text;
    this.#whole = new Comparable(text.texte);
    this.#paragraphs = text.spans.map(({ start, end }) => new Comparable(text.texte.slice(start, end)));
    this.#nearest = new NearestFinder(text);
  }

  /**
   * @param cited numbers of the cited §, in text order; none when the whole document is cited.
   * @returns null for a quotation with too many pieces.
   */
  locate(quote: string, cited: readonly string[]): QuotedWords | null {
    const pieces = piecesOf(quote);
    if (pieces === null) return null;
    const own = cited.length === 0 ? "absent" : this.#citedText(cited).fidelityTo(pieces);
    if (own !== "absent") return { etat: own, numero: null, proche: null };
    const found = this.#find(pieces);
    if (found !== null && cited.length === 0) return { ...found, proche: null };
    const numero = found?.numero ?? null;
    const proche = numero === null ? this.#nearest.nearest(quote, cited) : null;
    return { etat: "absent", numero, proche };
  }

  /**
   * Finds the § that contains the words, preferring a single § to several; null when the text does not contain them,
   * or when they have too many pieces.
   */
  find(quote: string): FoundPlace | null {
    const pieces = piecesOf(quote);
    return pieces === null ? null : this.#find(pieces);
  }

  #find(pieces: Pieces): FoundPlace | null {
    const inWhole = this.#whole.fidelityTo(pieces);
    if (inWhole === "absent") return null;
    const places = this.#paragraphs.map((paragraph) => paragraph.fidelityTo(pieces));
    const rank = places.includes("exact") ? places.indexOf("exact") : places.indexOf("equivalent");
    const etat = places[rank];
    if (etat === undefined || etat === "absent") return { etat: inWhole, numero: null };
    return { etat, numero: this.#text.spans[rank]?.numero ?? null };
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
