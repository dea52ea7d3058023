import { CHARACTERS, DIGIT, HALF_OF_PAIR, kindAt, LETTER, NONE, THOUSANDS } from "./characters.ts";
import { wordSet } from "./french/protected-words.ts";

/** A word in a text, UTF-16 offsets. */
export interface WrittenWord {
  readonly start: number;
  readonly end: number;
  /** What separates its parts: thousands of a number, letters of an acronym; null for a word in one piece. */
  readonly parted: "thousands" | "letters" | null;
}

const GROUPED_NUMBER = new RegExp(THOUSANDS, "uy");
const GROUP_LENGTH = 3;

/**
 * The first word of an NFC text from an offset on, or null: letters, digits and marks, thousands groups, or dotted
 * letters. (An expression takes three times as long.)
 */
export function nextWord(text: string, from: number): WrittenWord | null {
  const start = startOfWord(text, from);
  if (start === -1) return null;
  const grouped = groupedNumberEnd(text, start);
  if (grouped !== null) return { start, end: grouped, parted: "thousands" };
  const acronym = dottedAcronymAt(text, start);
  if (acronym !== null) return { start, end: acronym.end, parted: "letters" };
  return { start, end: endOfWord(text, start), parted: null };
}

function startOfWord(text: string, from: number): number {
  const { length } = text;
  for (let at = from; at < length; at += 1) {
    const kind = CHARACTERS[text.charCodeAt(at)] ?? NONE;
    if (kind < LETTER) continue;
    if (kind !== HALF_OF_PAIR || kindAt(text, at) === LETTER) return at;
  }
  return -1;
}

/** The end of the word that starts at this offset. */
export function endOfWord(text: string, start: number): number {
  const { length } = text;
  for (let end = start + 1; end < length; end += 1) {
    const kind = CHARACTERS[text.charCodeAt(end)];
    if (kind === NONE || (kind === HALF_OF_PAIR && kindAt(text, end) === NONE)) return end;
  }
  return length;
}

/** The end of the number in thousands groups that starts at the start of a word, or null. */
export function groupedNumberEnd(text: string, start: number): number | null {
  if (CHARACTERS[text.charCodeAt(start)] !== DIGIT) return null;
  // Few numbers look like the start of a group, which is quicker to check than the expression.
  let at = start + 1;
  while (at < start + GROUP_LENGTH && kindAt(text, at) === DIGIT) at += 1;
  if (kindAt(text, at) !== NONE || kindAt(text, at + 1) !== DIGIT) return null;
  GROUPED_NUMBER.lastIndex = start;
  return GROUPED_NUMBER.test(text) ? GROUPED_NUMBER.lastIndex : null;
}

const POINT = 0x2e;

/** A stretch of a text, UTF-16 offsets. */
interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** The acronym (`T.V.A.`, without the last point) of the letter at an offset; null for any other, as `II.A.1`. */
export function dottedAcronymAt(text: string, at: number): Stretch | null {
  if (text.charCodeAt(at + 1) !== POINT && text.charCodeAt(at - 1) !== POINT) return null;
  let start = at;
  while (isLoneLetter(text, start - 2) && text.charCodeAt(start - 1) === POINT) start -= 2;
  let end = at + 1;
  while (text.charCodeAt(end) === POINT && isLoneLetter(text, end + 1)) end += 2;
  if (end - start < 3 || !isLoneLetter(text, at) || kindAt(text, start - 1) !== NONE) return null;
  const isContinued = text.charCodeAt(end) === POINT && kindAt(text, end + 1) !== NONE;
  const isPreceded = text.charCodeAt(start - 1) === POINT && kindAt(text, start - 2) !== NONE;
  return isContinued || isPreceded ? null : { start, end };
}

/** Outside the basic plane, no letter is one of an acronym. */
function isLoneLetter(text: string, at: number): boolean {
  return (
    at >= 0 && kindAt(text, at) === LETTER && kindAt(text, at - 1) === NONE && kindAt(text, at + 1) === NONE
  );
}

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
