import { sha256 } from "../text/characters.ts";
import { plainCharacters, spelledOut } from "./typography.ts";

/**
 * Whether two texts have the same words in the same order: they differ at most in white space, typography (quotation
 * marks, apostrophes, dashes, ligatures, initial capitals and their accents, words in capitals), numbers of headings
 * and list items, or punctuation other than between two digits. False when in doubt.
 */
export function sameSubstance(one: string, other: string): boolean {
  return one === other || substanceOf(one) === substanceOf(other);
}

/** Equal for two texts when `sameSubstance` is true of them: stored beside texts, it spares reading them. */
export function substanceHash(texte: string): string {
  return sha256(substanceOf(texte));
}

function substanceOf(texte: string): string {
  const plain = withoutEnumerators(plainCharacters(texte));
  const folded = plain.replace(CAPITALISED, foldCase).replace(INITIAL, withoutAccents);
  return spelledOut(folded)
    .replace(THOUSANDS, (number) => number.replaceAll(" ", ""))
    .replace(SEPARATORS, keptOf);
}

/** The number of a heading or list item: « II. », « A. », « 1° », « a) »; never before a digit: « D. 12 ». */
const ENUMERATOR = /^ ?(?:[IVX]{1,5}|[A-Ka-k]|\d{1,2})(?:\.|°?\)|°|\. ?-| -) (?=["'(]?\p{L})/u;

/** A line without one of these endings continues on the next. */
const END_OF_LINE = /(?:^|[.;:,]) ?$/;

function withoutEnumerators(texte: string): string {
  const lines = texte.split("\n");
  return lines
    .map((line, rank) => (END_OF_LINE.test(lines[rank - 1] ?? "") ? line.replace(ENUMERATOR, "") : line))
    .join("\n");
}

/** Capitalised or elided words, and capitals from four letters: shorter ones are references, units (« I-A », « MW »). */
const CAPITALISED = /(?<![\p{L}\p{N}])(?:\p{Lu}\p{Ll}+|\p{Lu}{4,}|\p{Lu}{1,2}(?='))(?!\p{L})/gu;

/** After a number, a capital may belong to a unit: « 10 Mg » is not « 10 mg ». */
function foldCase(word: string, offset: number, texte: string): string {
  const before = texte
    .slice(Math.max(0, offset - 2), offset)
    .trimEnd()
    .slice(-1);
  return isDigit(before) ? word : word.toLowerCase();
}

/** An accented first letter; and the word « à », written « A » in capitals. */
const INITIAL = /(?<!\p{L})(?:[À-ÖØ-Ýà-öø-ý](?=\p{L})|[Àà](?!\p{L}))/gu;

function withoutAccents(letter: string, offset: number, texte: string): string {
  const bare = letter.normalize("NFD").charAt(0);
  return /\p{L}/u.test(texte.charAt(offset + 1)) ? bare : bare.toUpperCase();
}

/** Digits grouped in threes. */
const THOUSANDS = /(?<![\d]|\d[.,])\d{1,3}(?: \d{3})+(?!\d)/g;

/** White space and punctuation; « % », « ° », « § », « / », « + » and the bars of table columns are not. */
const SEPARATORS = /[\s,;:.!?'"()[\]{}•·▪●◦*-]+/g;

/** What remains of a run of separators: the one between two digits, and the sign of a number. */
function keptOf(run: string, offset: number, texte: string): string {
  if (!isDigit(texte.charAt(offset + run.length))) return "";
  if (!isDigit(texte.charAt(offset - 1))) return /[ (]-$/.test(run) ? "-" : "";
  if (run.includes("\n") || run.trim() === "") return " ";
  return run.trimStart().replace(/ +/g, " ").replace(/ ?- ?/g, "-");
}

function isDigit(character: string): boolean {
  return /^\d$/.test(character);
}
