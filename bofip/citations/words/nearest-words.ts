/** The words of a text closest to a quotation that it does not contain. */
export interface NearestWords {
  /** The § that contains them; null outside every §. */
  readonly numero: string | null;
  /** As written, extended to the ends of their sentences when these are near. */
  readonly texte: string;
}

const WORD = /[\p{L}\p{N}]+/gu;
/** Longer quotations are compared by their first words. */
const MOST_WORDS = 300;
/** Share of a quotation's words and word pairs that the text must have; below it, the text is about something else. */
const LEAST_SHARE = 0.5;
/** Longest extension to the end of a sentence, in characters. */
const LONGEST_REST = 200;

interface Word {
  readonly start: number;
  readonly end: number;
  readonly key: string;
}

/** A stretch of the text within which words are compared: a §, or the text between two. */
interface Stretch {
  readonly numero: string | null;
  /** UTF-16 offsets. */
  readonly start: number;
  readonly end: number;
  readonly words: readonly Word[];
}

/** Finds the words of one text closest to quotations. Reads the text once; each search is linear in its length. */
export class NearestFinder {
  readonly #text: QuotedText;
  #stretches: readonly Stretch[] | null = null;

  constructor(text: QuotedText) {
    this.#text = text;
  }

  /** The window, as long as the quotation, that shares most of its words; null under half. Ties go to a `cited` §. */
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

/** A range of words, `to` excluded, and how much of a quotation it has. */
interface Window {
  readonly from: number;
  readonly to: number;
  readonly score: number;
}

/** The words of a quotation, counted, for sliding windows over a text. */
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

/** A stored text and the spans of its §, as UTF-16 offsets. */
export interface QuotedText {
  /** Title of its document; empty when it has none. */
  readonly titre: string;
  readonly texte: string;
  readonly spans: readonly { readonly numero: string; readonly start: number; readonly end: number }[];
}
