import type { QuotedText } from "./quoted-text.ts";

/** The words of a text that come nearest to a quotation that it does not have. */
export interface NearestWords {
  /** The § that they stand in; null outside of every §. */
  readonly numero: string | null;
  /** As the text has them, up to the ends of their sentences where these are near. */
  readonly texte: string;
}

const WORD = /[\p{L}\p{N}]+/gu;
/** A longer quotation is compared by its first words. */
const MOST_WORDS = 300;
/** Part of a quotation's words and of their neighbourhoods that a text must have: below, it says something else. */
const LEAST_SHARE = 0.5;
/** Characters that the end of a sentence may be away. */
const LONGEST_REST = 200;

interface Word {
  readonly start: number;
  readonly end: number;
  readonly key: string;
}

/** A stretch of the text that words are compared within: a §, or what stands between two. */
interface Stretch {
  readonly numero: string | null;
  /** UTF-16 offsets. */
  readonly start: number;
  readonly end: number;
  readonly words: readonly Word[];
}

/** Finds in one text the words nearest to quotations. The text is read once; a search takes a time linear in it. */
export class NearestFinder {
  readonly #text: QuotedText;
  #stretches: readonly Stretch[] | null = null;

  constructor(text: QuotedText) {
    this.#text = text;
  }

  /**
   * The stretch of as many words as the quotation that shares most of its words, and of its words in a row, with it.
   * Null when none shares half.
   * @param cited numbers of the §, which win where others are as near.
   */
  nearest(quote: string, cited: readonly string[]): NearestWords | null {
    const wanted = new WantedWords(wordsOf(quote).slice(0, MOST_WORDS));
    this.#stretches ??= stretchesOf(this.#text);
    const isCited = new Set(cited);
    const [own, others] = [true, false].map((isOwn) =>
      this.#stretches?.filter(({ numero }) => (numero !== null && isCited.has(numero)) === isOwn),
    );
    let best: (Window & { readonly stretch: Stretch }) | null = null;
    for (const stretch of [...(own ?? []), ...(others ?? [])]) {
      const found = wanted.bestWindow(stretch.words);
      if (best === null || found.score > best.score) best = { ...found, stretch };
    }
    if (best === null || best.score < LEAST_SHARE * wanted.bestScore) return null;
    return { numero: best.stretch.numero, texte: this.#sentences(best.stretch, best) };
  }

  #sentences({ words, ...stretch }: Stretch, { from, to }: Window): string {
    const { texte } = this.#text;
    const start = words[from]?.start ?? stretch.start;
    const end = words[to - 1]?.end ?? stretch.end;
    const before = texte.slice(Math.max(stretch.start, start - LONGEST_REST), start);
    const after = texte.slice(end, Math.min(stretch.end, end + LONGEST_REST));
    const ending = [...before.matchAll(SENTENCE_END)].at(-1);
    const lead = ending ? before.length - ending.index - ending[0].length : start - stretch.start;
    const rest = after.match(SENTENCE_END) ? after.search(SENTENCE_END) + 1 : stretch.end - end;
    return texte
      .slice(start - (lead > LONGEST_REST ? 0 : lead), end + (rest > LONGEST_REST ? 0 : rest))
      .trim();
  }
}

const SENTENCE_END = /[.!?…]\s|\n/g;

/** Words from one rank to another, the latter excluded, and how much of a quotation they have. */
interface Window {
  readonly from: number;
  readonly to: number;
  readonly score: number;
}

/** The words of a quotation, ready to be counted in windows that move over a text. */
class WantedWords {
  readonly bestScore: number;
  readonly #length: number;
  readonly #counts = new Map<string, number>();

  constructor(words: readonly Word[]) {
    this.#length = words.length;
    const keys = keysOf(words);
    this.bestScore = keys.length;
    for (const key of keys) this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  bestWindow(words: readonly Word[]): Window {
    const left = new Map(this.#counts);
    let best: Window = { from: 0, to: 0, score: 0 };
    let score = 0;
    const move = (key: string, by: 1 | -1) => {
      const count = left.get(key);
      if (count === undefined) return;
      if (by === 1 ? count > 0 : count >= 0) score += by;
      left.set(key, count - by);
    };
    words.forEach(({ key }, rank) => {
      move(key, 1);
      if (rank > 0) move(pairOf(words, rank), 1);
      const from = rank - this.#length;
      if (from >= 0) {
        move(words[from]?.key ?? "", -1);
        move(pairOf(words, from + 1), -1);
      }
      if (score > best.score) best = { from: Math.max(0, from + 1), to: rank + 1, score };
    });
    return best;
  }
}

function keysOf(words: readonly Word[]): string[] {
  return words.flatMap(({ key }, rank) => (rank === 0 ? [key] : [key, pairOf(words, rank)]));
}

function pairOf(words: readonly Word[], rank: number): string {
  return `${words[rank - 1]?.key ?? ""} ${words[rank]?.key ?? ""}`;
}

function wordsOf(texte: string, from = 0): Word[] {
  return [...texte.matchAll(WORD)].map(({ 0: word, index }) => ({
    start: from + index,
    end: from + index + word.length,
    key: word.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase(),
  }));
}

function stretchesOf({ texte, spans }: QuotedText): Stretch[] {
  const stretches: Stretch[] = [];
  let end = 0;
  const add = (numero: string | null, start: number, to: number) => {
    stretches.push({ numero, start, end: to, words: wordsOf(texte.slice(start, to), start) });
  };
  for (const span of spans) {
    if (span.start > end) add(null, end, span.start);
    add(span.numero, span.start, span.end);
    end = Math.max(end, span.end);
  }
  add(null, end, texte.length);
  return stretches.filter(({ words }) => words.length > 0);
}
