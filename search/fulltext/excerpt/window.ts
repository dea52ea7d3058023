import type { Finder, Match } from "./finder.ts";

/** The stretch of a text that best shows why it matches. */
export interface Window {
  /** From the start of its first match to the end of its last one (or at least of its first one). */
  readonly start: number;
  readonly end: number;
  /** Matches of the text up to the end of the window and slightly beyond, by increasing start. */
  readonly matches: readonly Match[];
}

/**
 * The window of at most `length` characters whose distinct words weigh most, where rarer words in the text weigh
 * more; the first on ties. Null when nothing matches. Stops at the first window that contains every part of the
 * query: no other can weigh more.
 */
export function bestWindow(text: string, finder: Finder, length: number): Window | null {
  const matches: Match[] = [];
  const sliding = new SlidingWindow(length, () => 1);
  const reach = { end: text.length };
  let whole: Pick<Window, "start" | "end"> | null = null;
  for (const match of finder.matches(text, reach)) {
    matches.push(match);
    if (whole !== null || match.leaf >= finder.leafCount) continue;
    sliding.add(match);
    if (sliding.weight !== finder.leafCount) continue;
    whole = { start: sliding.start, end: sliding.end };
    reach.end = whole.start + length + 1;
  }
  const marked = finder.marked(matches);
  return whole === null ? heaviestWindow(marked, finder, length) : { ...whole, matches: marked };
}

function heaviestWindow(matches: readonly Match[], finder: Finder, length: number): Window | null {
  const occurrences = new Map<number, number>();
  for (const { leaf } of matches) occurrences.set(leaf, (occurrences.get(leaf) ?? 0) + 1);
  const weightOf = (leaf: number) => finder.weightOf(leaf) * rarity(occurrences.get(leaf) ?? 1);
  const sliding = new SlidingWindow(length, weightOf);
  let best: Window | null = null;
  let bestWeight = 0;
  for (const match of matches) {
    sliding.add(match);
    if (sliding.weight <= bestWeight) continue;
    bestWeight = sliding.weight;
    best = { start: sliding.start, end: sliding.end, matches };
  }
  return best;
}

/** Damped, so that two frequent words outweigh a rare one; an integer, so that sums compare exactly. */
function rarity(occurrences: number): number {
  return Math.round(1_000 / (1 + Math.log(occurrences)));
}

/** Matches that enter at the right and leave at the left, and the total weight of the distinct leaves among them. */
class SlidingWindow {
  weight = 0;
  start = 0;
  end = 0;
  readonly #length: number;
  readonly #weightOf: (leaf: number) => number;
  readonly #counts = new Map<number, number>();
  readonly #matches: Match[] = [];
  #first = 0;

  constructor(length: number, weightOf: (leaf: number) => number) {
    this.#length = length;
    this.#weightOf = weightOf;
  }

  /** The last match is kept, even when it is longer than the window. */
  add(match: Match): void {
    this.#matches.push(match);
    this.#count(match.leaf, 1);
    for (let first = this.#matches[this.#first]; first !== undefined; first = this.#matches[this.#first]) {
      this.start = first.start;
      if (first === match || match.end - first.start <= this.#length) break;
      this.#count(first.leaf, -1);
      this.#first += 1;
    }
    this.end = this.start === match.start ? match.end : Math.max(this.end, match.end);
  }

  #count(leaf: number, change: 1 | -1): void {
    const before = this.#counts.get(leaf) ?? 0;
    this.#counts.set(leaf, before + change);
    if (before === 0) this.weight += this.#weightOf(leaf);
    else if (before + change === 0) this.weight -= this.#weightOf(leaf);
  }
}
