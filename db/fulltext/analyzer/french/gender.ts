import { words } from "./words.ts";

const ADJECTIVE_EUSE = /(?:i|[^oq]u|r)euse$/;
const OTHER_ADJECTIVES = words(`
  avantageuse courageuse couteuse douteuse honteuse frauduleuse scandaleuse perilleuse merveilleuse haineuse
  lumineuse volumineuse ruineuse venimeuse fameuse nerveuse
`);
// Demanderesse, bailleresse, but not (il) intéresse.
const FEMALE_PARTY = /(?:d|ll)eresse$/;

/**
 * The masculine of a folded singular word, where more than a final e tells them apart: acheteuse → acheteur,
 * onéreuse → onéreux, donatrice → donateur, financière → financier, survivante → survivant.
 */
export function undoGender(word: string): string {
  if (!word.endsWith("e")) return word;
  if (word.endsWith("euse")) return word.slice(0, -4) + (isAdjective(word) ? "eux" : "eur");
  if (FEMALE_PARTY.test(word)) return `${word.slice(0, -6)}eur`;
  if (word.endsWith("trice")) return `${word.slice(0, -4)}eur`;
  if (word.endsWith("iere")) return `${word.slice(0, -3)}er`;
  return word.endsWith("ante") ? word.slice(0, -1) : word;
}

function isAdjective(feminine: string): boolean {
  return ADJECTIVE_EUSE.test(feminine) || OTHER_ADJECTIVES.has(feminine);
}
