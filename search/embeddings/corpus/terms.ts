import { analyze, isStopWord, STOP_WORDS, stem } from "../../fulltext/analyzer/index.ts";
import { ASKER_WORDS, isAskerWord } from "./asker-words.ts";

/** How many times each stem comes in a text. */
export type Terms = ReadonlyMap<string, number>;

// The source glues words to identifiers (« auBOI-IR-BASE-10Les »); a question may write them in small letters.
const IDENTIFIER = /(?<![A-Z])BOI(?:-(?:[A-Z]*\d+|[A-Z]+(?![a-zà-ÿ])))+|\bboi(?:-[a-z0-9]+)+/g;

/** Those of all the words that are left out, as written in any case: only a word that has one of them may be one. */
const LEFT_OUT_STEMS = new Set(
  [...STOP_WORDS, ...ASKER_WORDS].flatMap((word) => [stem(word), stem(word.toUpperCase())]),
);

/**
 * The search analyzer's stems of a text, in its order, without stop words, words of the asker and identifiers of
 * documents.
 */
export function listStems(text: string): string[] {
  const stems: string[] = [];
  for (const { surface, stem } of analyze(text.replace(IDENTIFIER, " "))) {
    if (LEFT_OUT_STEMS.has(stem) && (isStopWord(surface) || isAskerWord(surface))) continue;
    stems.push(stem);
  }
  return stems;
}

/** The same, counted. */
export function countTerms(text: string): Terms {
  const terms = new Map<string, number>();
  for (const stem of listStems(text)) terms.set(stem, (terms.get(stem) ?? 0) + 1);
  return terms;
}

/** Weight of a stem that comes `count` times: repetition counts, less and less. */
export function dampen(count: number): number {
  return 1 + Math.log(count);
}
