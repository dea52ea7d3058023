/**
 * Typos between a word being typed and a whole word: letters added, omitted, changed or swapped to get it or its
 * beginning (optimal string alignment, the last row's minimum). Null above the limit: none under 5 letters or with a
 * digit, one under 9, two from there (as Meilisearch).
 */
export function typosBetween(typed: string, word: string): number | null {
  if (word.startsWith(typed)) return 0;
  const allowed = allowedTypos(typed);
  if (allowed === 0 || word.length < typed.length - allowed) return null;
  const distance = Math.min(...lastRow(typed, word.slice(0, typed.length + allowed)));
  return distance <= allowed ? distance : null;
}

/**
 * The word with the fewest typos, the most frequent on ties: as many as `typosBetween` allows, up to the end of the
 * word. Null when none is close enough.
 * @param words folded, each with its number of documents.
 */
export function nearestWord(typed: string, words: ReadonlyMap<string, number>): string | null {
  const allowed = allowedTypos(typed);
  const near = [...words]
    .filter(([word]) => Math.abs(word.length - typed.length) <= allowed)
    .map(([word, documents]) => ({ word, documents, typos: lastRow(typed, word).at(-1) ?? 0 }))
    .filter(({ typos }) => typos > 0 && typos <= allowed)
    .toSorted((one, other) => one.typos - other.typos || other.documents - one.documents);
  return near[0]?.word ?? null;
}

function allowedTypos(typed: string): number {
  if (typed.length < 5 || /\d/.test(typed)) return 0;
  return typed.length < 9 ? 1 : 2;
}

/** Distances from the typed word to each prefix of the other, the whole word last. */
function lastRow(typed: string, word: string): number[] {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: word.length + 1 }, (_, column) => column);
  for (let row = 1; row <= typed.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= word.length; column += 1) {
      const isSame = typed[row - 1] === word[column - 1];
      const isSwapped = typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1];
      current.push(
        Math.min(
          at(previous, column) + 1,
          at(current, column - 1) + 1,
          at(previous, column - 1) + (isSame ? 0 : 1),
          isSwapped ? at(beforePrevious, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous;
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
