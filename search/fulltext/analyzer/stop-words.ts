import { wordSet } from "./french/protected-words.ts";

/** Words that only link others. An accent distinguishes them from other words: `du` and `dû`, `a` and `à`. */
export const LINKING_WORDS = wordSet(`
  le la les un une des du de et ou à au aux en dans par pour sur avec est sont que qui ne pas
  ce cette ces se sa son ses leur leurs il elle
`);

/** Words that ask, and those of the person who asks: the doctrine hardly uses them, so that they would decide alone. */
const ASKING_WORDS = wordSet(`
  je me moi mon ma mes tu te toi ton ta tes nous notre nos vous votre vos on
  combien comment pourquoi quand où quel quelle quels quelles lequel laquelle lesquels lesquelles quoi
  suis ai as avons avez peux peut peuvent puis pouvons pouvez dois doit doivent devons devez faut
`);

/** The words that carry nothing, for exact and for hybrid search. */
export const STOP_WORDS: ReadonlySet<string> = new Set([...LINKING_WORDS, ...ASKING_WORDS]);

/**
 * Whether a query ignores the word outside a phrase (docs/search.md, « Words »). Words are compared in lower case and
 * with their accents: `à` is a stop word, the `A` of `39 A` is not, nor is the `PAS` of the prélèvement à la source.
 */
export function isStopWord(word: string): boolean {
  if (STOP_WORDS.has(word)) return true;
  const composed = word.normalize("NFC");
  return STOP_WORDS.has(composed.toLowerCase()) && !isAcronym(composed);
}

/** Acronyms of tax law that are other words in lower case: prélèvement à la source, compte épargne-temps. */
const ACRONYMS = wordSet("PAS CET SA CE SEL CITE PERE ACRE ARE IF AN EU RAS PEPS TA AI");

/** Whether a word, as written, is an acronym that its lower case would hide. */
export function isAcronym(word: string): boolean {
  return ACRONYMS.has(word);
}
