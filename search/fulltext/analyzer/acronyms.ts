import { wordSet } from "./french/word-list.ts";

/** Acronyms of tax law that are other words in lower case: prélèvement à la source, compte épargne-temps. */
const ACRONYMS = wordSet("PAS CET SA CE SEL CITE PERE ACRE ARE IF AN EU RAS PEPS TA AI");

/** Whether a word, as written, is an acronym that its lower case would hide. */
export function isAcronym(word: string): boolean {
  return ACRONYMS.has(word);
}
