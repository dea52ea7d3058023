import { dropEnding, HOMOGRAPHS } from "./endings.ts";
import { undoGender } from "./gender.ts";
import { IRREGULAR } from "./irregular.ts";
import { singular } from "./number.ts";
import { stemOfThirdGroup } from "./third-group.ts";

const STEMMED = /^[a-z]{4,}$/;
const SHORTEST_STEM = 3;

/**
 * French stem of a folded word (lower case, no accent). The suffixes are those of the Snowball French
 * algorithm (snowballstem.org), applied after plural and gender are undone, and to words without accents,
 * so that a word typed without them has the same stem. Inflections meet (number, gender, conjugation),
 * as do a verb, its participles and its regular nouns (verser, versée, versement); different words do not.
 */
export function stemFolded(word: string): string {
  const fixed = IRREGULAR.get(word);
  if (fixed !== undefined) return fixed;
  if (!STEMMED.test(word)) return word;
  const one = singular(word);
  const known = IRREGULAR.get(one) ?? stemOfThirdGroup(one);
  if (known !== undefined) return known;
  return apart(normaliseSpelling(dropEnding(undoGender(one)), one), one);
}

/**
 * One spelling for one root: renouvelle and renouveler, patronne and patron, longue and long, active and
 * actif, paie and payer.
 */
function normaliseSpelling(stem: string, whole: string): string {
  const bare = dropFinalE(stem)
    .replace(/(e)(l|n|t)\2$/, "$1$2")
    .replace(/(?<!foncti|conditi|stati)onn$/, "on")
    .replace(/(.{2})gu$/, "$1g")
    .replace(/(i|eu|re)f$/, "$1v");
  return bare === whole ? bare : bare.replace(/([aou])i$/, "$1y");
}

function dropFinalE(stem: string): string {
  let end = stem.length;
  while (end > SHORTEST_STEM && stem[end - 1] === "e") end--;
  return stem.slice(0, end);
}

/** A shortened word that has become another word keeps an e: mère is not mer, verser is not vers. */
function apart(stem: string, whole: string): string {
  return stem !== whole && HOMOGRAPHS.has(stem) ? `${stem}e` : stem;
}
