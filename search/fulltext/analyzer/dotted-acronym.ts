import { kindAt, LETTER, NONE } from "./characters.ts";

const POINT = 0x2e;

/** A stretch of a text, UTF-16 offsets. */
interface Stretch {
  readonly start: number;
  readonly end: number;
}

/**
 * The dotted letters that a letter of a text belongs to, which are one acronym (`T.V.A.`, without the last point);
 * null for any other. Letters that a number continues (`II.A.1`) are a place in a plan.
 * @param at offset of the letter.
 */
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
