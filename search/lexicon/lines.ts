import { readdirSync, readFileSync } from "node:fs";
import { listStems } from "../embeddings/corpus/terms.ts";

/** Words of the doctrine that are added to a question, as they are written, and their distinct stems. */
export interface JoinedWords {
  readonly words: string;
  readonly stems: readonly string[];
}

/** Characters added to a question: with it, no more to embed than a passage. */
const MOST_JOINED = 700;

/** Between everyday words and those of the doctrine. */
export const ARROW = "→";

/** The lines of a file of words; those that begin with `#` are comments. */
export function linesOf(text: string): string[] {
  return text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
}

/** What the files of a folder say, in the order of their names. */
export function readFolder<Line>(folder: URL, parse: (text: string) => readonly Line[]): Line[] {
  return readdirSync(folder)
    .sort()
    .flatMap((file) => parse(readFileSync(new URL(file, folder), "utf8")));
}

/** Words of the doctrine from one side of a line. */
export function joinedWords(written: string): JoinedWords {
  const words = written.trim();
  return { words, stems: [...new Set(listStems(words))] };
}

/** The first ones, as long as they take no more than `MOST_JOINED` together. */
export function withinLimit(all: readonly JoinedWords[]): JoinedWords[] {
  let left = MOST_JOINED;
  return all.filter(({ words }) => {
    left -= words.length;
    return left >= 0;
  });
}
