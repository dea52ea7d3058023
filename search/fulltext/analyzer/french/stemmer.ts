import { LINKING_WORDS } from "../stop-words.ts";
import { dropEnding } from "./endings.ts";
import { FIXED_FORMS } from "./fixed-forms.ts";
import { undoGender, undoParticiple, withoutFeminineE } from "./gender.ts";
import { singular } from "./number.ts";
import { PROTECTED_WORDS } from "./protected-words.ts";

const STEMMED = /^[a-z]{4,}$/;
/** With fewer letters a root is ambiguous: note cut to not, père to per. */
const SHORTEST_ROOT = 4;

/**
 * French stem of a folded word (lower case, no accent). Inflections share a stem (number, gender, every form of a
 * verb, participles included), as do a verb and the noun of its act in -ation, -ition or -ement (verser, versée,
 * versement); other words stay distinct. Endings are removed from words without accents, so that a word typed without
 * them has the same stem.
 */
export function stemFolded(word: string): string {
  const fixed = FIXED_FORMS.get(word);
  if (fixed !== undefined) return fixed;
  if (!STEMMED.test(word)) return word;
  const one = singular(word);
  if (LINKING_WORDS.has(one)) return word;
  const participle = undoParticiple(one);
  const masculine = undoGender(participle);
  const known = knownWord(one) ?? knownWord(participle) ?? knownWord(masculine) ?? keptFeminine(participle);
  if (known !== undefined) return known;
  if (masculine.length < SHORTEST_ROOT) return masculine;
  return apart(normaliseSpelling(dropEnding(masculine), masculine), masculine);
}

function knownWord(word: string): string | undefined {
  return FIXED_FORMS.get(word) ?? (PROTECTED_WORDS.has(word) ? word : undefined);
}

function keptFeminine(word: string): string | undefined {
  const masculine = withoutFeminineE(word);
  return PROTECTED_WORDS.has(masculine) ? masculine : undefined;
}

/** Nouns in -on whose verb only names the act: mention, mentionner; but fonction, fonctionner. */
const DOUBLED_N = /(?<=^(?:aband|fusi|menti|sancti|subventi))onn$/;

/**
 * Unifies the spellings of a root: renouvelle and renouveler, longue and long, active and actif, employé and emploie.
 */
function normaliseSpelling(root: string, whole: string): string {
  const bare = dropFinalE(root)
    .replace(/(.{2}e)(l|n|t)\2$/, "$1$2")
    .replace(DOUBLED_N, "on")
    .replace(/(.{3})gu$/, "$1g")
    .replace(/(i|eu|re)f$/, "$1v");
  return bare === whole ? bare : bare.replace(/([aou])i$/, "$1y");
}

function dropFinalE(root: string): string {
  let end = root.length;
  while (end > SHORTEST_ROOT && root[end - 1] === "e") end--;
  return root.slice(0, end);
}

/** A root that is another word, or too short to be unambiguous, keeps the -er of its verb: place, but placer. */
function apart(root: string, whole: string): string {
  if (root === whole) return root;
  const isTaken = PROTECTED_WORDS.has(root) || PROTECTED_WORDS.has(`${root}e`) || LINKING_WORDS.has(root);
  return isTaken || root.length < SHORTEST_ROOT ? `${root}er` : root;
}
