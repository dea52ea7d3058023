import { Comparable, type Fidelity, type Pieces, piecesOf } from "./comparable.ts";
import { NearestFinder, type NearestWords } from "./nearest-words.ts";
import type { QuotedText } from "./quoted-text.ts";

export interface QuotedWords {
  /** Whether the words stand in what is cited. */
  readonly etat: Fidelity;
  /** The § where the words stand, when that is no § cited; null else. */
  readonly numero: string | null;
  /** What comes nearest in the text, when it has the words nowhere; null when nothing does. */
  readonly proche: NearestWords | null;
}

/** A § where words stand; its number is null outside of every §. */
export interface FoundPlace {
  readonly etat: Exclude<Fidelity, "absent">;
  readonly numero: string | null;
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
  readonly #nearest: NearestFinder;

  constructor(text: QuotedText) {
    this.#text = text;
    this.#whole = new Comparable(text.texte);
    this.#paragraphs = text.spans.map(({ start, end }) => new Comparable(text.texte.slice(start, end)));
    this.#nearest = new NearestFinder(text);
  }

  /**
   * @param cited numbers of the § cited, in the order of the text; none when the whole document is.
   * @returns null for a quotation in more pieces than are looked for.
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

  /** Where a text has words, in a § rather than over several; null where it does not, or not in so many pieces. */
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
