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
