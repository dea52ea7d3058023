import { wordSet } from "./word-list.ts";

const ADJECTIVE_EUSE = /(?:i|[^oq]u|r)euse$/;
const OTHER_ADJECTIVES = wordSet(`
  avantageuse courageuse couteuse douteuse honteuse frauduleuse scandaleuse perilleuse merveilleuse haineuse
  lumineuse volumineuse ruineuse venimeuse fameuse nerveuse
`);
// Demanderesse, bailleresse, but not (il) intéresse.
const FEMALE_PARTY = /(?:d|ll)eresse$/;
// Survivante, but not (il) implante.
const PRESENT_PARTICIPLE = /(?<!pl|(?:^|en|de)ch|^h|^v|dec)ante$/;
// Permanente, étrangère, chère; but not aliment, alimente.
const ADJECTIVE_E = /(?:(?<!m)ente|ante|(?:ran|via|sa|na|^le|son|ber)gere|chere)$/;

/**
 * The masculine of a folded singular word, when it differs by more than a final e: acheteuse → acheteur, onéreuse →
 * onéreux, donatrice → donateur, financière → financier, survivante → survivant.
 */
export function undoGender(word: string): string {
  if (!word.endsWith("e")) return word;
  if (word.endsWith("euse")) return word.slice(0, -4) + (isAdjective(word) ? "eux" : "eur");
  if (FEMALE_PARTY.test(word)) return `${word.slice(0, -6)}eur`;
  if (word.endsWith("trice")) return `${word.slice(0, -4)}eur`;
  if (word.endsWith("iere")) return `${word.slice(0, -3)}er`;
  return PRESENT_PARTICIPLE.test(word) ? word.slice(0, -1) : word;
}

/** Drops the e of a feminine that only a list distinguishes from a verb (permanente from représente). */
export function withoutFeminineE(word: string): string {
  return ADJECTIVE_E.test(word) ? word.slice(0, -1) : word;
}

/** The folded participle in -é of a word in -ée. */
export function undoParticiple(word: string): string {
  return word.endsWith("ee") ? word.slice(0, -1) : word;
}

function isAdjective(feminine: string): boolean {
  return ADJECTIVE_EUSE.test(feminine) || OTHER_ADJECTIVES.has(feminine);
}
