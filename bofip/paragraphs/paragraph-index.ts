import { oncePer } from "../reading/cursor.ts";
import { numberOrder, type ParagraphRange } from "./paragraph-number.ts";

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
