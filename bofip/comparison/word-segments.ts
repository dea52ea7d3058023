import { diffArrays } from "diff";

/** A stretch of two texts: in both, only in the earlier one, or only in the later one. */
export interface Segment {
  readonly op: "egal" | "retire" | "ajoute";
  readonly texte: string;
}

/** Above this many words, removed and added together, a § is shown as replaced. */
const MOST_CHANGED_WORDS = 2_000;

/** Letters and digits; a decimal number is one word: « 1,5 ». */
export const WORD = /\p{N}+(?:[.,]\p{N}+)+|[\p{L}\p{M}\p{N}]+/gu;

/** Neither part of a word nor half of a surrogate pair. */
const SEPARATOR = /[^\p{L}\p{M}\p{N}\ud800-\udfff]/u;

/** Compares the words of the § of two texts; one object per pair of texts, since it bounds their total time. */
export class WordComparison {
  readonly #effort = new Effort();

  /** Segments that rebuild the earlier text without « ajoute », the later one without « retire », to the character. */
  segments(before: string, after: string): Segment[] {
    const writer = new SegmentWriter(before, after);
    if (before === after) return writer.end();
    const beforeWords = [...before.matchAll(WORD)];
    const afterWords = [...after.matchAll(WORD)];
    const matches = alignWords(beforeWords.map(String), afterWords.map(String), this.#effort);
    if (matches === null) return writer.replaced();
    const changed = beforeWords.length + afterWords.length - 2 * matches.length;
    if (changed > MOST_CHANGED_WORDS) return writer.replaced();
    for (const [beforeRank, afterRank] of matches) {
      const word = beforeWords[beforeRank];
      const other = afterWords[afterRank];
      if (word && other) writer.keep(word.index, other.index, word[0].length);
    }
    return writer.end();
  }
}

class SegmentWriter {
  readonly #segments: { op: Segment["op"]; texte: string }[] = [];
  #beforeEnd = 0;
  #afterEnd = 0;

  constructor(
    private readonly before: string,
    private readonly after: string,
  ) {}

  /** Adds the next common stretch, and the difference before it. */
  keep(beforeStart: number, afterStart: number, length: number): void {
    this.#change(
      this.before.slice(this.#beforeEnd, beforeStart),
      this.after.slice(this.#afterEnd, afterStart),
    );
    this.#push("egal", this.before.slice(beforeStart, beforeStart + length));
    this.#beforeEnd = beforeStart + length;
    this.#afterEnd = afterStart + length;
  }

  end(): Segment[] {
    this.#change(this.before.slice(this.#beforeEnd), this.after.slice(this.#afterEnd));
    return this.#segments;
  }

  replaced(): Segment[] {
    this.#push("retire", this.before);
    this.#push("ajoute", this.after);
    return this.#segments;
  }

  /** Separators that both sides share at their start and end are common to both texts. */
  #change(removed: string, added: string): void {
    if (removed === added) {
      this.#push("egal", removed);
      return;
    }
    const shorter = Math.min(removed.length, added.length);
    const start = commonSeparators(shorter, (rank) => [removed.charAt(rank), added.charAt(rank)]);
    const end = commonSeparators(shorter - start, (rank) => [
      removed.charAt(removed.length - 1 - rank),
      added.charAt(added.length - 1 - rank),
    ]);
    this.#push("egal", removed.slice(0, start));
    this.#push("retire", removed.slice(start, removed.length - end));
    this.#push("ajoute", added.slice(start, added.length - end));
    this.#push("egal", removed.slice(removed.length - end));
  }

  #push(op: Segment["op"], texte: string): void {
    if (texte === "") return;
    const last = this.#segments.at(-1);
    if (last?.op === op) last.texte += texte;
    else this.#segments.push({ op, texte });
  }
}

function commonSeparators(most: number, charactersAt: (rank: number) => readonly [string, string]): number {
  for (let rank = 0; rank < most; rank++) {
    const [one, other] = charactersAt(rank);
    if (one !== other || !SEPARATOR.test(one)) return rank;
  }
  return most;
}

/** Anchors are runs of four words that occur once on each side, then single ones: little remains to compare. */
const RUN_LENGTHS = [4, 1];

/** Above this many edits in one stretch, a § is shown as replaced. */
const MOST_EDITS = 2_000;

/** Work left for the § of two texts, in squares of edits: a few seconds for any texts. */
class Effort {
  #left = 3 * MOST_EDITS ** 2;

  get mostEdits(): number {
    return Math.min(MOST_EDITS, Math.floor(Math.sqrt(this.#left)));
  }

  spend(edits: number): void {
    this.#left = Math.max(0, this.#left - edits ** 2);
  }
}

/** Pairs of ranks of shared words, increasing on both sides; null when they differ too much for the remaining effort. */
function alignWords(
  before: readonly string[],
  after: readonly string[],
  effort: Effort,
): readonly Match[] | null {
  const stretch = { before, after, beforeStart: 0, afterStart: 0 };
  const matches: Match[] = [];
  const isAligned = align(stretch, RUN_LENGTHS, effort, matches);
  return isAligned ? matches : null;
}

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

/** Ranks of one word in two lists. */
export type Match = readonly [beforeRank: number, afterRank: number];

/** Pairs of words of the runs that occur once in each list, as far as they come in the same order (« patience diff »). */
function uniqueAnchors(before: readonly string[], after: readonly string[], runLength: number): Match[] {
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
