import { listStems } from "../embeddings/corpus/index.ts";

/** Words of the doctrine that are added to a question, as they are written, and their distinct stems. */
export interface JoinedWords {
  readonly words: string;
  readonly stems: readonly string[];
}

/** Characters added to a question: with it, no more to embed than a passage. */
export const MOST_JOINED = 700;

/** Between everyday words and those of the doctrine. */
export const ARROW = "→";

/** The lines of a file of words; those that begin with `#` are comments. */
export function linesOf(text: string): string[] {
  return text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
}

export function joinedWords(written: string): JoinedWords {
  const words = written.trim();
  return { words, stems: [...new Set(listStems(words))] };
}

/** The first ones that take no more than so many characters together. */
export function firstWithin(all: readonly JoinedWords[], most: number): JoinedWords[] {
  let left = most;
  return all.filter(({ words }) => {
    left -= words.length;
    return left >= 0;
  });
}
