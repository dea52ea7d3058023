/** Units whose superscript digit belongs to the word: « m² ». */
const UNIT = /(?:^|[^\p{L}])(?:[cdkm]?m|dam|hm)$/u;
const LONGEST_UNIT = 3;

/**
 * Whether a superscript is the mark of a note, to be kept apart from the word before it (« 15 000 » and a note 1 are not
 * « 15 0001 »), unlike that of « m² ».
 * @param before the text that precedes it.
 */
export function isNoteMark(before: string, superscript: string): boolean {
  const end = before.slice(-LONGEST_UNIT - 1);
  return /^\s*\(?\d/.test(superscript) && /[\p{L}\p{N}]$/u.test(end) && !UNIT.test(end);
}
