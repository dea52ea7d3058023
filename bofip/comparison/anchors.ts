/** Ranks of one word in two lists. */
export type Match = readonly [beforeRank: number, afterRank: number];

/**
 * Pairs of words that certainly match: those of the runs of a given length that occur once in each list, as far as
 * they come in the same order in both (as in « patience diff »).
 */
export function uniqueAnchors(
  before: readonly string[],
  after: readonly string[],
  runLength: number,
): Match[] {
  const beforeRuns = uniqueRuns(before, runLength);
  const afterRuns = uniqueRuns(after, runLength);
  const shared: Match[] = [];
  for (const [run, rank] of beforeRuns) {
    const other = afterRuns.get(run);
    if (other !== undefined) shared.push([rank, other]);
  }
  return wordsOf(longestIncreasing(shared), runLength);
}

/** Start of each run that occurs once, in list order. */
function uniqueRuns(words: readonly string[], length: number): Map<string, number> {
  const firsts = new Map<string, number>();
  const repeated = new Set<string>();
  for (let rank = 0; rank + length <= words.length; rank++) {
    const run = length === 1 ? (words[rank] ?? "") : words.slice(rank, rank + length).join(" ");
    if (firsts.has(run)) repeated.add(run);
    else firsts.set(run, rank);
  }
  for (const run of repeated) firsts.delete(run);
  return firsts;
}

/** The longest subset of matches, ordered in the first list, that is also ordered in the second. */
function longestIncreasing(matches: readonly Match[]): Match[] {
  interface Link {
    readonly match: Match;
    readonly previous: Link | undefined;
  }
  // `ends[n]` ends the best chain of n + 1 matches so far.
  const ends: Link[] = [];
  for (const match of matches) {
    const rank = firstNotBelow(ends, match[1]);
    ends[rank] = { match, previous: ends[rank - 1] };
  }
  const chain: Match[] = [];
  for (let link = ends.at(-1); link !== undefined; link = link.previous) chain.push(link.match);
  return chain.reverse();
}

function firstNotBelow(ends: readonly { readonly match: Match }[], afterRank: number): number {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle]?.match[1] ?? 0) < afterRank) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The words of the runs, which may overlap, each once. */
function wordsOf(runs: readonly Match[], length: number): Match[] {
  const words: Match[] = [];
  for (const [beforeRank, afterRank] of runs) {
    for (let offset = 0; offset < length; offset++) {
      const [lastBefore, lastAfter] = words.at(-1) ?? [-1, -1];
      if (beforeRank + offset > lastBefore && afterRank + offset > lastAfter)
        words.push([beforeRank + offset, afterRank + offset]);
    }
  }
  return words;
}
