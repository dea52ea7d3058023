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
