/** A text ready to be read by a grammar, and the way back to the places of the text it comes from. */
export interface Written {
  /** One plain space between words, straight apostrophes, plain hyphens; line ends are kept. */
  readonly texte: string;
  /** Offset, in the text as given, of an offset in `texte`. */
  readonly sourceOffset: (offset: number) => number;
}

/** A plain space is no match: replacing it by itself took most of the time. */
const SPACES = /[^\S\n ]/g;
const APOSTROPHES = /[’‘ʼ]/g;
const HYPHENS = /[‐‑‒–−﹣－]/g;

/** What has no width, and every space after a space. */
const SUPERFLUOUS = /[\u00ad\u200b-\u200d\u2060\ufeff]+|(?<= ) +/g;

/**
 * Evens out white space and typography, in which the source varies from one line to the next (« art.  L. 80 A »
 * with two non-breaking spaces, « D. 304‑1 » with a non-breaking hyphen).
 */
export function evenOut(source: string): Written {
  const plain = source.replace(SPACES, " ").replace(APOSTROPHES, "'").replace(HYPHENS, "-");
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
  /** Offset in the text without what was cut. */
  readonly at: number;
  /** Length of all that was cut so far. */
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
