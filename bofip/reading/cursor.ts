/** A position in a text that advances as the text is read. */
export class Cursor {
  readonly #texte: string;
  at = 0;

  constructor(texte: string) {
    this.#texte = texte;
  }

  /** Matches a sticky pattern at the cursor and moves past it; returns null, without moving, if it does not match. */
  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.#texte);
    if (match) this.at = pattern.lastIndex;
    return match;
  }

  /** Finds the next match of a sticky pattern and moves past it; else null. `start`: cheaper, global, for its start. */
  takeNext(start: RegExp, pattern: RegExp): RegExpExecArray | null {
    start.lastIndex = this.at;
    for (let place = start.exec(this.#texte); place; place = start.exec(this.#texte)) {
      pattern.lastIndex = place.index;
      const match = pattern.exec(this.#texte);
      if (match) {
        this.at = pattern.lastIndex;
        return match;
      }
      start.lastIndex = place.index + 1;
    }
    return null;
  }

  /** Whether a sticky pattern matches at the cursor, without moving. */
  sees(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    return pattern.test(this.#texte);
  }

  /** Returns the result of `read`; moves the cursor back when it is null. */
  attempt<Result>(read: () => Result | null): Result | null {
    const start = this.at;
    const result = read();
    if (result === null) this.at = start;
    return result;
  }
}

/** Computes something of an object once, on first use, and keeps it as long as the object is there. */
export function oncePer<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const computed = new WeakMap<Key, Value>();
  return (key) => {
    const known = computed.get(key);
    if (known !== undefined) return known;
    const value = compute(key);
    computed.set(key, value);
    return value;
  };
}

/** A text normalised for parsing, with the mapping back to the source's offsets. */
export interface EvenedText {
  /** One plain space between words, straight apostrophes, plain hyphens, letters on the line; line ends are kept. */
  readonly texte: string;
  /** Maps an offset in `texte` to an offset in the source. */
  readonly sourceOffset: (offset: number) => number;
}

/** A plain space is not matched: replacing it with itself took most of the time. */
const SPACES = /[^\S\n ]/g;
const APOSTROPHES = /[’‘ʼ]/g;
const HYPHENS = /[‐‑‒–−﹣－]/g;

/** Letters above the line: « 1ʳᵉ », « nᵒˢ ». */
const SUPERIORS: Readonly<Record<string, string>> = { ᵒ: "°", ᵉ: "e", ʳ: "r", ˢ: "s", ᵈ: "d", ᵐ: "m" };
const SUPERIOR = /[ᵒᵉʳˢᵈᵐ]/g;

/** Zero-width characters, and every space after a space. */
const SUPERFLUOUS = /[\u00ad\u200b-\u200d\u2060\ufeff]+|(?<= ) +/g;

/** Normalises white space and typography, which vary in the source: non-breaking spaces, or hyphens (« D. 304‑1 »). */
export function evenOut(source: string): EvenedText {
  const plain = source
    .replace(SPACES, " ")
    .replace(APOSTROPHES, "'")
    .replace(HYPHENS, "-")
    .replace(SUPERIOR, (letter) => SUPERIORS[letter] ?? letter);
  const cuts: Cut[] = [];
  let removed = 0;
  const texte = plain.replace(SUPERFLUOUS, (superfluous, index: number) => {
    cuts.push({ at: index - removed, removed: removed + superfluous.length });
    removed += superfluous.length;
    return "";
  });
  return { texte, sourceOffset: (offset) => offset + removedBefore(cuts, offset) };
}

interface Cut {
  /** Offset in the text after removal. */
  readonly at: number;
  /** Total length removed so far. */
  readonly removed: number;
}

function removedBefore(cuts: readonly Cut[], offset: number): number {
  let low = 0;
  let high = cuts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cuts[middle]?.at ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return cuts[low - 1]?.removed ?? 0;
}
