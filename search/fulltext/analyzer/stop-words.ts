import { isAcronym } from "./acronyms.ts";
import { wordSet } from "./french/word-list.ts";

export const STOP_WORDS = wordSet(`
  le la les un une des du de et ou à au aux en dans par pour sur avec est sont que qui ne pas
  ce cette ces se sa son ses leur leurs il elle
`);

/**
 * Whether a query ignores the word outside a phrase. The list is the contract's ("Search syntax"). Words are compared
 * in lower case and with their accents: `à` is a stop word, the `A` of `39 A` is not, nor is the `PAS` of the
 * prélèvement à la source.
 */
export function isStopWord(word: string): boolean {
  if (STOP_WORDS.has(word)) return true;
  const composed = word.normalize("NFC");
  return STOP_WORDS.has(composed.toLowerCase()) && !isAcronym(composed);
}
