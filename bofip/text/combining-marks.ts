/** Longest run of combining marks left as it is, beyond any real text's: normalising sorts a run in quadratic time. */
const MOST_MARKS = 30;
/** COMBINING GRAPHEME JOINER: splits a run without changing the text's meaning. */
const JOINER = "\u034f";
/** Any mark but the joiner, so that what was split once stays as it is. */
const MARK = String.raw`[^\P{M}\u034f]`;
const LONG_RUN = new RegExp(`${MARK}{${MOST_MARKS}}(?=${MARK})`, "gu");
const TAG = /(<[^<>]*>)/;
const ANY_MARK = /\p{M}/u;
const FIRST_MARK = 0x300;

/** Splits long runs of combining marks, which no real text has (UAX 15, 13): normalising then takes linear time. */
export function splitMarks(text: string): string {
  return mayHaveMarks(text, MOST_MARKS + 1) ? text.replace(LONG_RUN, `$&${JOINER}`) : text;
}

/** `splitMarks` for sanitised HTML, whose tags separate no marks of its text. */
export function splitMarksInHtml(html: string): string {
  if (!mayHaveMarks(html, 1)) return html;
  /** The marks at the end of the text so far. */
  let run = "";
  const pieces = html.split(TAG).map((piece) => {
    if (piece === "" || piece.startsWith("<")) return splitMarks(piece);
    const text = splitMarks(run + piece);
    const split = text.slice(run.length);
    run = marksAtEnd(text);
    return split;
  });
  return pieces.join("");
}

function marksAtEnd(text: string): string {
  const isMark = (character: string) => character !== JOINER && ANY_MARK.test(character);
  // Split, a run is no longer than that.
  const end = [...text.slice(-2 * MOST_MARKS)];
  return end.slice(end.findLastIndex((character) => !isMark(character)) + 1).join("");
}

/** Normalises any text to NFC in linear time; its long runs of combining marks are split. */
export function safeNfc(text: string): string {
  // Some marks are two in NFC.
  return splitMarks(splitMarks(text).normalize("NFC"));
}

/** Whether a text may have so many marks in a run: one character in as many is read, which costs real texts nothing. */
function mayHaveMarks(text: string, run: number): boolean {
  for (let at = run - 1; at < text.length; at += run) {
    const code = text.charCodeAt(at);
    // Half of a pair may be half of a mark.
    const isHalf = code >= 0xd800 && code <= 0xdfff;
    if (isHalf || (code >= FIRST_MARK && ANY_MARK.test(text.charAt(at)))) return true;
  }
  return false;
}

const RUN = new RegExp(String.raw`\p{M}{${MOST_MARKS + 2},}`, "gu");

/** How many combining marks the longest run that was split in a text has; 0 when none was. */
export function longestSplitRun(text: string): number {
  if (!text.includes(JOINER)) return 0;
  // NFC makes one letter of a letter and its first marks.
  const runs = (text.normalize("NFD").match(RUN) ?? []).filter(wasSplit);
  return runs.reduce((longest, run) => Math.max(longest, [...run.replaceAll(JOINER, "")].length), 0);
}

function wasSplit(run: string): boolean {
  const parts = run.split(JOINER).map((part) => [...part].length);
  return parts.some((length, index) => length >= MOST_MARKS && (parts[index + 1] ?? 0) > 0);
}
