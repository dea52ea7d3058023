import { wordSet } from "../../fulltext/analyzer/french/word-list.ts";
import { analyze, isStopWord, STOP_WORDS, stem } from "../../fulltext/analyzer/index.ts";

/** Number of occurrences of each stem in a text. */
export type Terms = ReadonlyMap<string, number>;

// The source sometimes glues words to identifiers (« auBOI-IR-BASE-10Les »); a question may write them in lower case.
const IDENTIFIER = /(?<![A-Z])BOI(?:-(?:[A-Z]*\d+|[A-Z]+(?![a-zà-ÿ])))+|\bboi(?:-[a-z0-9]+)+/g;

const ASKER_WORDS = wordSet(`
  je me moi mon ma mes tu te toi ton ta tes nous notre nos vous votre vos on
  combien comment pourquoi quand quel quelle quels quelles quoi
  suis ai as avons avez peux peut puis pouvons pouvez dois doit devons devez faut
`);

/**
 * Whether a word refers to the person asking, not to the subject (« combien puis-je… »). The doctrine hardly uses
 * these words, so that their rarity would outweigh the subject.
 */
function isAskerWord(word: string): boolean {
  return ASKER_WORDS.has(word.toLowerCase());
}

/** Stems of all excluded words, in any case: only a word with one of these stems may be excluded. */
const LEFT_OUT_STEMS = new Set(
  [...STOP_WORDS, ...ASKER_WORDS].flatMap((word) => [stem(word), stem(word.toUpperCase())]),
);

/**
 * The search analyzer's stems of a text, in text order, without stop words, words of the asker and document
 * identifiers.
 */
export function listStems(text: string): string[] {
  const stems: string[] = [];
  for (const { surface, stem } of analyze(text.replace(IDENTIFIER, " "))) {
    if (LEFT_OUT_STEMS.has(stem) && (isStopWord(surface) || isAskerWord(surface))) continue;
    stems.push(stem);
  }
  return stems;
}

/** Counts the stems of `listStems`. */
export function countTerms(text: string): Terms {
  const terms = new Map<string, number>();
  for (const stem of listStems(text)) terms.set(stem, (terms.get(stem) ?? 0) + 1);
  return terms;
}

/** Weight of a stem that occurs `count` times: repetition counts, with diminishing returns. */
export function dampen(count: number): number {
  return 1 + Math.log(count);
}
