/**
 * Typing mistakes between a word being typed and a whole word: the least number of letters added, left out,
 * changed or swapped that makes `typed` the word or its beginning (optimal string alignment distance, the last
 * row's minimum). Null above what a word of that length is allowed: none under 5 letters or with a digit, one
 * under 9, two from there (the bounds that Meilisearch uses).
 */
export function typosBetween(typed: string, word: string): number | null {
  if (word.startsWith(typed)) return 0;
  const allowed = allowedTypos(typed);
  if (allowed === 0 || word.length < typed.length - allowed) return null;
  const distance = distanceToBeginning(typed, word.slice(0, typed.length + allowed));
  return distance <= allowed ? distance : null;
}

function allowedTypos(typed: string): number {
  if (typed.length < 5 || /\d/.test(typed)) return 0;
  return typed.length < 9 ? 1 : 2;
}

function distanceToBeginning(typed: string, word: string): number {
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
  return Math.min(...previous);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
