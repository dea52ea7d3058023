import { CHARACTERS, DIGIT, HALF_OF_PAIR, kindAt, LETTER, NONE } from "./characters.ts";
import { THOUSANDS } from "./writing.ts";

/** A word as a text writes it, UTF-16 offsets. */
export interface WrittenWord {
  readonly start: number;
  readonly end: number;
  /** Whether it is a number in thousands groups, with what parts them. */
  readonly isGrouped: boolean;
}

const GROUPED_NUMBER = new RegExp(THOUSANDS, "uy");
const GROUP_LENGTH = 3;

/**
 * The first word that starts at an offset of a text in NFC or after it, null when none does: a run of letters, digits and
 * marks that no mark begins, or a number in thousands groups. (An expression takes three times as long.)
 */
export function nextWord(text: string, from: number): WrittenWord | null {
  const start = startOfWord(text, from);
  if (start === -1) return null;
  const grouped = groupedNumberEnd(text, start);
  return grouped === null
    ? { start, end: endOfWord(text, start), isGrouped: false }
    : { start, end: grouped, isGrouped: true };
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

/** The end of the word that starts there. */
export function endOfWord(text: string, start: number): number {
  const { length } = text;
  for (let end = start + 1; end < length; end += 1) {
    const kind = CHARACTERS[text.charCodeAt(end)];
    if (kind === NONE || (kind === HALF_OF_PAIR && kindAt(text, end) === NONE)) return end;
  }
  return length;
}

/** The end of the number in thousands groups that starts where a word does, null when none does. */
export function groupedNumberEnd(text: string, start: number): number | null {
  if (CHARACTERS[text.charCodeAt(start)] !== DIGIT) return null;
  // Few numbers have anything of a group, which the expression takes longer to tell.
  let at = start + 1;
  while (at < start + GROUP_LENGTH && kindAt(text, at) === DIGIT) at += 1;
  if (kindAt(text, at) !== NONE || kindAt(text, at + 1) !== DIGIT) return null;
  GROUPED_NUMBER.lastIndex = start;
  return GROUPED_NUMBER.test(text) ? GROUPED_NUMBER.lastIndex : null;
}
