import { analyze, formsAt, isSegment, nextToken, segmentForm, writtenLetters } from "../analyzer/analyze.ts";
import { APOSTROPHES } from "../analyzer/characters.ts";
import { BESIDE_STOP_WORDS, stem } from "../analyzer/forms.ts";
import { FIXED_FORMS } from "../analyzer/french/fixed-forms.ts";
import { nextWord } from "../analyzer/next-word.ts";
import type { QueryNode } from "../query/ast.ts";
import { Beginnings, type Range } from "./beginnings.ts";

/** Where a text matches a part of a query: UTF-16 offsets, and the index of that part. */
export interface Match {
  readonly start: number;
  readonly end: number;
  readonly leaf: number;
}

/** Words with more letters than any acronym are not sought as dotted letters. */
const LONGEST_ACRONYM = 6;

interface Reach {
  end: number;
}

/** Letters that a stem shares with all forms that rules derive from it, but for those that they interchange. */
const SHARED_LETTERS = 3;
/** Forms that the rules don't derive from their stem, by stem (`oeil`: `yeux`; `venir`: `vient`; `due`: `dû`). */
const IRREGULAR_FORMS = Map.groupBy([...FIXED_FORMS.keys(), ...BESIDE_STOP_WORDS.keys()], stem);

type Leaf = Extract<QueryNode, { kind: "word" | "prefix" | "phrase" }>;

interface Prefix {
  readonly letters: string;
  readonly leaf: number;
}

interface Phrase {
  readonly stems: readonly string[];
  readonly leaf: number;
}

/** What a word may match in a query: leaves that it equals or starts with, phrases that it may start. */
interface Reading {
  readonly leaves: readonly number[];
  readonly phrases: readonly Phrase[];
}

/** A citation of a query: what is found where its words stand side by side in a text, and where none does. */
export interface CitedWords {
  readonly stems: readonly string[];
  readonly apart: readonly QueryNode[];
}

/**
 * Finds the words, prefixes and phrases of a query, except the excluded ones: one pass finds words that start alike,
 * then the memoised stemmer, or the analyzer, confirms. (Analysing the whole text takes ten times longer.)
 */
export class Finder {
  /** Number of distinct words, prefixes, phrases and citations to find; the words of citations come after them. */
  readonly leafCount: number;
  readonly #beginnings: Beginnings;
  readonly #words = new Map<string, number>();
  readonly #prefixes: Prefix[] = [];
  readonly #phrases = new Map<string, Phrase[]>();
  /** Cache of the reading of each written word: texts repeat few distinct words. */
  readonly #readings = new Map<string, Reading>();
  /** Citations as leaves, each with its number of words and, as leaves too, those that its words have apart. */
  readonly #cited: readonly { readonly leaf: number; readonly words: number; readonly apart: number[] }[];

  /** @param query without the words of `cited`, unless it has them elsewhere too. */
  constructor(query: QueryNode, cited: readonly CitedWords[] = []) {
    const leaves = new Map(leavesOf(query).map((leaf) => [JSON.stringify(leaf), leaf]));
    const rankOf = (leaf: Leaf): number => {
      const key = JSON.stringify(leaf);
      leaves.set(key, leaf);
      return [...leaves.keys()].indexOf(key);
    };
    const phrases = cited.map(({ stems }) => rankOf({ kind: "phrase", stems }));
    this.leafCount = leaves.size;
    this.#cited = cited.map(({ stems, apart }, index) => ({
      leaf: phrases[index] ?? 0,
      words: stems.length,
      apart: apart.flatMap(leavesOf).map(rankOf),
    }));
    const sought = [...leaves.values()];
    this.#beginnings = new Beginnings(sought.flatMap(headsOfLeaf), sought.flatMap(initialOfLeaf));
    sought.forEach((leaf, index) => {
      this.#add(leaf, index);
    });
  }

  /** How much a match of a part counts, beside its rarity: a citation, as much as its words. */
  weightOf(leaf: number): number {
    return this.#cited.find((citation) => citation.leaf === leaf)?.words ?? 1;
  }

  /** The matches of a text that are marked: without the words of the citations that it has side by side. */
  marked(matches: readonly Match[]): readonly Match[] {
    if (this.#cited.length === 0) return matches;
    const found = new Set(matches.map(({ leaf }) => leaf));
    const absent = new Set(this.#cited.flatMap(({ leaf, apart }) => (found.has(leaf) ? [] : apart)));
    return matches.filter(({ leaf }) => leaf < this.leafCount || absent.has(leaf));
  }

  /** By increasing start; a phrase is one match. The caller may bring `reach` closer between two matches. */
  *matches(text: string, reach: Reach = { end: text.length }): Generator<Match> {
    for (let from = 0; ; ) {
      const word = this.#nextSought(text, from, reach.end);
      if (word === null) return;
      const { start, end, leaves, phrases } = word;
      for (const leaf of leaves) yield { start, end, leaf };
      for (const phrase of phrases) yield* phraseAt(text, start, phrase);
      from = end;
    }
  }

  /** Outside the generator, which saves and restores its state at every step. */
  #nextSought(text: string, from: number, to: number): (Range & Reading) | null {
    const next = (at: number) => this.#beginnings.find(text, at, to);
    for (let word = next(from); word !== null; word = next(word.end)) {
      const { start, end } = word;
      const { leaves, phrases } = this.#readingAt(text, start, end);
      const isSought = leaves.length > 0 || phrases.length > 0;
      if (isSought && !isElided(text, start, end)) return { start, end, leaves, phrases };
    }
    return null;
  }

  #readingAt(text: string, start: number, end: number): Reading {
    const surface = text.slice(start, end);
    const written = isSegment(text, start, end) ? segmentForm(surface) : surface;
    const known = this.#readings.get(written);
    if (known !== undefined) return known;
    const word = nextWord(text, start) ?? { start, end, parted: null };
    const { stem, folded } = formsAt(text, word, surface);
    const leaf = this.#words.get(stem);
    const prefixes = this.#prefixes.filter(({ letters }) => folded.startsWith(letters));
    const reading = {
      leaves: [...(leaf === undefined ? [] : [leaf]), ...prefixes.map((prefix) => prefix.leaf)],
      phrases: this.#phrases.get(stem) ?? [],
    };
    this.#readings.set(written, reading);
    return reading;
  }

  #add(leaf: Leaf, index: number): void {
    if (leaf.kind === "word") this.#words.set(leaf.stem, index);
    else if (leaf.kind === "prefix") this.#prefixes.push({ letters: leaf.prefix, leaf: index });
    else {
      const [first = ""] = leaf.stems;
      const phrase = { stems: leaf.stems, leaf: index };
      this.#phrases.set(first, [...(this.#phrases.get(first) ?? []), phrase]);
    }
  }
}

function leavesOf(node: QueryNode): Leaf[] {
  if (node.kind === "or") return node.branches.flatMap(leavesOf);
  if (node.kind === "and") return node.required.flatMap(leavesOf);
  return node.kind === "identifier" ? [] : [node];
}

function headsOfLeaf(leaf: Leaf): string[] {
  if (leaf.kind === "prefix") return [leaf.prefix];
  return headsOf(firstStem(leaf));
}

function initialOfLeaf(leaf: Leaf): string[] {
  const first = leaf.kind === "prefix" ? leaf.prefix : firstStem(leaf);
  return first.length <= LONGEST_ACRONYM ? [first.slice(0, 1)] : [];
}

function firstStem(leaf: Exclude<Leaf, { kind: "prefix" }>): string {
  return leaf.kind === "word" ? leaf.stem : (leaf.stems[0] ?? "");
}

/** Folded first letters, such that every form of a word starts with one of them. */
function headsOf(wordStem: string): string[] {
  const forms = [writtenLetters(wordStem), ...(IRREGULAR_FORMS.get(wordStem) ?? [])];
  return [...new Set(forms.map((form) => form.slice(0, SHARED_LETTERS)))];
}

/** The `c` of `c'est` is not a word. */
function isElided(text: string, start: number, end: number): boolean {
  return APOSTROPHES.has(text.charAt(end)) && analyze(text.slice(start, end + 1)).length === 0;
}

/** Word by word: an expression for the whole phrase would try every way to skip elided articles. */
function* phraseAt(text: string, start: number, { stems, leaf }: Phrase): Generator<Match> {
  let end = start;
  for (const stem of stems) {
    const token = nextToken(text, end);
    if (token?.stem !== stem) return;
    end = token.end;
  }
  yield { start, end, leaf };
}
