/**
 * Positions of a document's stems: the text's by rank, then the title's. The position before each start is never
 * used, so that no phrase extends from one into the other, nor into the next document.
 */
export const TEXT_START = 0;
export const TITLE_START = 2 ** 19;

/** Per text or title, some 3 MB of words: later words are found individually, but not in phrases. */
export const MOST_POSITIONS = TITLE_START - 1;

export function isInTitle(position: number): boolean {
  return position >= TITLE_START;
}
