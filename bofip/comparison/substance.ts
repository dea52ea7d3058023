import { plainCharacters, spelledOut } from "./typography.ts";

/**
 * Whether two texts say the same words in the same order: they differ at most by white space, typography (quotation
 * marks, apostrophes, dashes, ligatures, the capital that begins a word and its accent, words in capitals), the
 * numbers of headings and of list items, or punctuation elsewhere than between two digits. In doubt they do not.
 */
export function sameSubstance(one: string, other: string): boolean {
  return one === other || substanceOf(one) === substanceOf(other);
}

function substanceOf(texte: string): string {
  const plain = withoutEnumerators(plainCharacters(texte));
  const folded = plain.replace(CAPITALISED, foldCase).replace(INITIAL, withoutAccents);
  return spelledOut(folded)
    .replace(THOUSANDS, (number) => number.replaceAll(" ", ""))
    .replace(SEPARATORS, keptOf);
}

/** What numbers a heading or an item: « II. », « A. », « 1° », « a) »; never what comes before a digit: « D. 12 ». */
const ENUMERATOR = /^ ?(?:[IVX]{1,5}|[A-Ka-k]|\d{1,2})(?:\.|°?\)|°|\. ?-| -) (?=["'(]?\p{L})/u;

/** A line goes on in the next one unless it ends so. */
const END_OF_LINE = /(?:^|[.;:,]) ?$/;

function withoutEnumerators(texte: string): string {
  const lines = texte.split("\n");
  return lines
    .map((line, rank) => (END_OF_LINE.test(lines[rank - 1] ?? "") ? line.replace(ENUMERATOR, "") : line))
    .join("\n");
}

/**
 * Words with a first capital, elided ones, and capitals alone from four on: fewer are a reference or a unit (« I-A »,
 * « MW »).
 */
const CAPITALISED = /(?<![\p{L}\p{N}])(?:\p{Lu}\p{Ll}+|\p{Lu}{4,}|\p{Lu}{1,2}(?='))(?!\p{L})/gu;

/** After a number a capital may be that of a unit: « 10 Mg » is no « 10 mg ». */
function foldCase(word: string, offset: number, texte: string): string {
  const before = texte
    .slice(Math.max(0, offset - 2), offset)
    .trimEnd()
    .slice(-1);
  return isDigit(before) ? word : word.toLowerCase();
}

/** The first letter of a word when it has an accent; the word « à », which a capital writes « A ». */
const INITIAL = /(?<!\p{L})(?:[À-ÖØ-Ýà-öø-ý](?=\p{L})|[Àà](?!\p{L}))/gu;

function withoutAccents(letter: string, offset: number, texte: string): string {
  const bare = letter.normalize("NFD").charAt(0);
  return /\p{L}/u.test(texte.charAt(offset + 1)) ? bare : bare.toUpperCase();
}

/** Digits in threes, as a number is written. */
const THOUSANDS = /(?<![\d]|\d[.,])\d{1,3}(?: \d{3})+(?!\d)/g;

/** White space and punctuation; « % », « ° », « § », « / », « + » and the bars of a table's columns are none. */
const SEPARATORS = /[\s,;:.!?'"()[\]{}•·▪●◦*-]+/g;

/** What counts of a run of separators: what stands between two digits, and the sign of a number. */
function keptOf(run: string, offset: number, texte: string): string {
  if (!isDigit(texte.charAt(offset + run.length))) return "";
  if (!isDigit(texte.charAt(offset - 1))) return /[ (]-$/.test(run) ? "-" : "";
  if (run.includes("\n") || run.trim() === "") return " ";
  return run.trimStart().replace(/ +/g, " ").replace(/ ?- ?/g, "-");
}

function isDigit(character: string): boolean {
  return /^\d$/.test(character);
}
