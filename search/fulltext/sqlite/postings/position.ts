/**
 * Positions of a document's stems: those of its text by their rank, then those of its title. The position before either is
 * nobody's, so that no phrase goes from one on to the other, nor from one document on to the next.
 */
export const TEXT_START = 0;
export const TITLE_START = 2 ** 19;

/** Of a text or a title, some 3 MB of words: those that follow are found one by one, not in phrases. */
export const MOST_POSITIONS = TITLE_START - 1;

export function isInTitle(position: number): boolean {
  return position >= TITLE_START;
}
