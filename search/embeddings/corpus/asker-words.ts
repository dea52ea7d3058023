import { words } from "../../fulltext/analyzer/french/words.ts";

export const ASKER_WORDS = words(`
  je me moi mon ma mes tu te toi ton ta tes nous notre nos vous votre vos on
  combien comment pourquoi quand quel quelle quels quelles quoi
  suis ai as avons avez peux peut puis pouvons pouvez dois doit devons devez faut
`);

/**
 * Whether a word tells of the one who asks and not of the subject (« combien puis-je… »). Doctrine hardly uses
 * these words, so that their rarity would make them weigh more than the subject.
 */
export function isAskerWord(word: string): boolean {
  return ASKER_WORDS.has(word.toLowerCase());
}
