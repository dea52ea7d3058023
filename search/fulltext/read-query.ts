import {
  escaped,
  passageExcerpt,
  type Range,
  sentenceStarts,
  withEllipses,
  wordEnd,
  wordStart,
} from "./excerpt/beginnings.ts";
import { type CitedWords, Finder, type Match } from "./excerpt/finder.ts";
import type { QueryNode } from "./query/ast.ts";
import { isOfSeveralWords, type QueryCitation, wordsOf } from "./query/citations/citation.ts";
import { type ParsedQuery, parseQuery } from "./query/parse.ts";

/** Parses a query with the search syntax and the French analyzer, for any engine. @throws {QuerySyntaxError} */
export function readQuery(q: string): SearchQuery {
  const parsed = parseQuery(q);
  return {
    ...parsed,
    excerptOf: (texte, stretch) =>
      stretch === undefined
        ? excerpt(texte, parsed)
        : { extrait: passageExcerpt(texte, stretch, EXCERPT_LENGTH), start: stretch.start },
  };
}

/** docs/decisions.md, « Search hit »: about as many characters, marks and entities not counted. */
const EXCERPT_LENGTH = 240;
/** Share of the spare room given to the text before the first match, when its sentence starts too far away. */
const LEADING_SHARE = 1 / 3;

/** All hits of a page share one query. */
const finders = new WeakMap<QueryNode, Finder>();

/**
 * The part of a text (NFC) that best shows why it matches: about `length` characters, cut between words, `…` inside a
 * sentence, matches in `<mark>`; its unmarked beginning when only the title matches.
 */
export function excerpt(
  text: string,
  query: ParsedQuery,
  options: { readonly length?: number } = {},
): Excerpt {
  const length = options.length ?? EXCERPT_LENGTH;
  const finder = finders.get(query.node) ?? finderOf(query);
  finders.set(query.node, finder);
  const window = bestWindow(text, finder, length);
  const range = window === null ? beginning(text, length) : around(text, window, length);
  const written = withMarks(text, range.start, range.end, window?.matches ?? []);
  return { extrait: withEllipses(text, range, written), start: range.start };
}

/**
 * The words of a citation are marked only where adjacent or, in a text where they never are, anywhere, except the day
 * of a date (« art. 31 ») unless its month follows.
 */
function finderOf({ node, terms, citations }: ParsedQuery): Finder {
  const cited = citations.filter((one) => isOfSeveralWords(one, terms));
  if (cited.length === 0) return new Finder(node);
  const own = new Set(cited.flatMap((citation) => wordsOf(citation, terms.sought)));
  const others = terms.sought.filter((term) => !own.has(term)).map((term) => term.node);
  return new Finder({ kind: "or", branches: others }, cited.map(citedWords));
}

function citedWords({ kind, stems }: QueryCitation): CitedWords {
  const words = stems.map((stem): QueryNode => ({ kind: "word", stem }));
  const [day, month] = stems;
  if (kind !== "date" || day === undefined || month === undefined) return { stems, apart: words };
  return { stems, apart: [{ kind: "phrase", stems: [day, month] }, ...words.slice(1)] };
}

function beginning(text: string, length: number): Range {
  const start = text.length - text.trimStart().length;
  return { start, end: wordEnd(text, start, start + length) ?? start + length };
}

/** From the start of its sentence if there is room, else slightly before the window; farther near the end. */
function around(text: string, window: Window, length: number): Range {
  const spare = Math.max(0, length - (window.end - window.start));
  const least = Math.max(0, window.start - spare);
  const lastStart = text.trimEnd().length - length;
  const sentences = sentenceStarts(text, least, window.start);
  const sentence = sentences.find((start) => start >= lastStart) ?? sentences.at(-1);
  const before = Math.min(window.start - Math.floor(spare * LEADING_SHARE), Math.max(least, lastStart));
  const start = sentence ?? wordStart(text, before, window.start);
  const most = start + length;
  if (window.end > most) return { start, end: wordEnd(text, start, most) ?? most };
  return { start, end: wordEnd(text, window.end, most) ?? window.end };
}

/** The range as HTML on one line, with its matches marked; overlapping matches share a mark. */
function withMarks(text: string, start: number, end: number, matches: readonly Match[]): string {
  let html = "";
  let at = start;
  for (const mark of union(matches, start, end)) {
    html += `${escaped(text.slice(at, mark.start))}<mark>${escaped(text.slice(mark.start, mark.end))}</mark>`;
    at = mark.end;
  }
  return html + escaped(text.slice(at, end));
}

function union(matches: readonly Match[], start: number, end: number): Range[] {
  const ranges: { start: number; end: number }[] = [];
  for (const match of matches) {
    const range = { start: Math.max(start, match.start), end: Math.min(end, match.end) };
    if (range.start >= range.end) continue;
    const last = ranges.at(-1);
    if (last === undefined || range.start >= last.end) ranges.push(range);
    else last.end = Math.max(last.end, range.end);
  }
  return ranges;
}

interface Window {
  /** From the start of its first match to the end of its last one (or at least of its first one). */
  readonly start: number;
  readonly end: number;
  /** Matches of the text up to the end of the window and slightly beyond, by increasing start. */
  readonly matches: readonly Match[];
}

/**
 * The window of at most `length` characters whose distinct words weigh most, by their rarity; the first on ties. Null
 * when nothing matches. Stops at the first that has every part of the query: none can weigh more.
 */
function bestWindow(text: string, finder: Finder, length: number): Window | null {
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

interface Excerpt {
  /** HTML-escaped text with only `<mark>` tags, on one line. */
  readonly extrait: string;
  /** UTF-16 offset in the text of the excerpt's first character. */
  readonly start: number;
}

/** A parsed search: the query for the engines, and the excerpt function for its results. */
export interface SearchQuery extends ParsedQuery {
  /** The part of an NFC text, or of a stretch of it, that best shows why it matches. */
  excerptOf(texte: string, stretch?: { readonly start: number; readonly end: number }): Excerpt;
}
