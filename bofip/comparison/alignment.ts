import { diffArrays } from "diff";
import { type Match, uniqueAnchors } from "./anchors.ts";

/**
 * Anchors split the texts: first runs of four words that occur once on each side, then single words that do. What
 * remains to compare is short, although the time grows with the square of what changed.
 */
const RUN_LENGTHS = [4, 1];

/** Above this many edits in one stretch, a § is shown as replaced. */
const MOST_EDITS = 2_000;

/** Work left for the § of two texts, in squares of edits: a few seconds for any texts. */
export class Effort {
  #left = 3 * MOST_EDITS ** 2;

  get mostEdits(): number {
    return Math.min(MOST_EDITS, Math.floor(Math.sqrt(this.#left)));
  }

  spend(edits: number): void {
    this.#left = Math.max(0, this.#left - edits ** 2);
  }
}

/**
 * Pairs of ranks of the words that two lists share, in increasing order on both sides; null when they differ too much
 * for the remaining effort.
 */
export function alignWords(
  before: readonly string[],
  after: readonly string[],
  effort: Effort,
): readonly Match[] | null {
  const stretch = { before, after, beforeStart: 0, afterStart: 0 };
  const matches: Match[] = [];
  const isAligned = align(stretch, RUN_LENGTHS, effort, matches);
  return isAligned ? matches : null;
}

/** A range of each list. */
interface Stretch {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly beforeStart: number;
  readonly afterStart: number;
}

/** Adds the matches of a stretch to `matches`; returns false when no effort is left. */
function align(
  stretch: Stretch,
  [runLength, ...rest]: readonly number[],
  effort: Effort,
  matches: Match[],
): boolean {
  if (stretch.before.length === 0 || stretch.after.length === 0) return true;
  if (runLength === undefined) return compare(stretch, effort, matches);
  let from: Match = [0, 0];
  for (const anchor of uniqueAnchors(stretch.before, stretch.after, runLength)) {
    if (!align(part(stretch, from, anchor), rest, effort, matches)) return false;
    matches.push([anchor[0] + stretch.beforeStart, anchor[1] + stretch.afterStart]);
    from = [anchor[0] + 1, anchor[1] + 1];
  }
  return align(part(stretch, from, [stretch.before.length, stretch.after.length]), rest, effort, matches);
}

function part({ before, after, beforeStart, afterStart }: Stretch, from: Match, to: Match): Stretch {
  return {
    before: before.slice(from[0], to[0]),
    after: after.slice(from[1], to[1]),
    beforeStart: beforeStart + from[0],
    afterStart: afterStart + from[1],
  };
}

/** The longest common subsequence. A word that only one side has is certainly changed, and costs no edit. */
function compare(
  { before, after, beforeStart, afterStart }: Stretch,
  effort: Effort,
  matches: Match[],
): boolean {
  const beforeRanks = ranksShared(before, new Set(after));
  const afterRanks = ranksShared(after, new Set(before));
  const wordsAt = (words: readonly string[], ranks: readonly number[]) =>
    ranks.map((rank) => words[rank] ?? "");
  const { mostEdits } = effort;
  const changes = diffArrays(wordsAt(before, beforeRanks), wordsAt(after, afterRanks), {
    maxEditLength: mostEdits,
  });
  if (changes === undefined) {
    effort.spend(mostEdits);
    return false;
  }
  let beforeRank = 0;
  let afterRank = 0;
  let edits = 0;
  for (const { count, added, removed } of changes) {
    if (added || removed) edits += count;
    for (let rank = 0; !added && !removed && rank < count; rank++) {
      const one = beforeRanks[beforeRank + rank] ?? 0;
      const other = afterRanks[afterRank + rank] ?? 0;
      matches.push([beforeStart + one, afterStart + other]);
    }
    if (!added) beforeRank += count;
    if (!removed) afterRank += count;
  }
  effort.spend(edits);
  return true;
}

function ranksShared(words: readonly string[], others: ReadonlySet<string>): number[] {
  return [...words.keys()].filter((rank) => others.has(words[rank] ?? ""));
}
