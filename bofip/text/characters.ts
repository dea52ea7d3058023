const MARKS = /\p{M}+/gu;
const LIGATURES = /[œæ²³]/g;
const PLAIN: Readonly<Record<string, string>> = { œ: "oe", æ: "ae", "²": "2", "³": "3" };
const ASCII_LOWER = /^[a-z0-9 ]*$/;

/** Lower case without accents, by Unicode NFD: "Œuvres réalisées" gives "oeuvres realisees", "m²", as typed, "m2". */
export function fold(text: string): string {
  return foldAccents(text.toLowerCase());
}

/** `fold` for a text already in lower case. */
export function foldAccents(lower: string): string {
  if (ASCII_LOWER.test(lower)) return lower;
  return lower
    .normalize("NFD")
    .replace(MARKS, "")
    .replace(LIGATURES, (letter) => PLAIN[letter] ?? letter);
}

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

/** Controls, formats (joiners, direction of writing…), halves of characters, and separators of lines and paragraphs. */
const UNPRINTABLE = String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]`;
const ANY = new RegExp(UNPRINTABLE, "u");
const EACH = new RegExp(UNPRINTABLE, "gu");
const EACH_BUT_LINE_FEEDS = new RegExp(`(?!\n)${UNPRINTABLE}`, "gu");

/** What is said of a text that is not printable, after its name: « Le champ « name » … ». */
export const IS_UNPRINTABLE =
  "contient un caractère de contrôle ou de mise en forme, que l'on ne voit pas : ôtez-le";

/** Whether operators may be shown a text: one line, nothing invisible or acting on a terminal, table or letter order. */
export function isPrintable(text: string): boolean {
  return !ANY.test(text);
}

/** The text as one line that is shown and does nothing: what is not printable is written `\u001b`, as in JSON. */
export function printable(text: string): string {
  return text.replace(EACH, written);
}

/** `printable` for a text of several lines; of a JSON document, the same document. */
export function printableLines(text: string): string {
  return text.replace(EACH_BUT_LINE_FEEDS, written);
}

function written(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}

/** Units whose superscript digit belongs to the word: « m² ». */
const UNIT = /(?:^|[^\p{L}])(?:[cdkm]?m|dam|hm)$/u;
const LONGEST_UNIT = 3;

/** Whether a superscript marks a note, apart from the word `before` it (« 15 000 » and note 1), unlike that of « m² ». */
export function isNoteMark(before: string, superscript: string): boolean {
  const end = before.slice(-LONGEST_UNIT - 1);
  return /^\s*\(?\d/.test(superscript) && /[\p{L}\p{N}]$/u.test(end) && !UNIT.test(end);
}

/** White space as the API's fingerprints promise, listed so that every language treats it the same. */
const OTHERS = String.raw`\u0009-\u000d\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff`;

/** A lone U+0020 is not matched: replacing it with itself took half of the time. */
const RUNS = new RegExp(`[${OTHERS}][ ${OTHERS}]*| [ ${OTHERS}]+`, "g");

/** A SHA-256 as the API formats it. */
export const FINGERPRINT = /^[0-9a-f]{64}$/;

/**
 * 64 lower-case hexadecimal digits: SHA-256 of the UTF-8 after NFC, each run of white space as one space, trimmed. Long
 * runs of combining marks are split, as those of stored texts were.
 */
export function fingerprint(text: string): string {
  return sha256(normalise(text));
}

/** The text over which a fingerprint is computed. */
export function normalise(text: string): string {
  const spaced = safeNfc(text).replace(RUNS, " ");
  return spaced.slice(
    spaced.startsWith(" ") ? 1 : 0,
    spaced.length > 1 && spaced.endsWith(" ") ? -1 : undefined,
  );
}

/** SHA-256 of raw bytes, or of a text in UTF-8, 64 lower-case hexadecimal digits. */
export function sha256(content: string | Uint8Array): string {
  return new Bun.CryptoHasher("sha256").update(content).digest("hex");
}

const SEPARATOR = " - ";

/** Last segment of a title (« BIC - Amortissements - Base »): the document's name under its node. */
export function labelOf(titre: string): string {
  const at = titre.lastIndexOf(SEPARATOR);
  return at < 0 ? titre : titre.slice(at + SEPARATOR.length);
}

/** A count with its words, zero being singular: « 0 clé ajoutée », « 2 clés ajoutées »; `several` defaults to « s ». */
export function agree(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count > 1 ? several : one}`;
}
