/** Units whose superscript digit belongs to the word: « m² ». */
const UNIT = /(?:^|[^\p{L}])(?:[cdkm]?m|dam|hm)$/u;
const LONGEST_UNIT = 3;

/** Whether a superscript marks a note, apart from the word `before` it (« 15 000 » and note 1), unlike that of « m² ». */
export function isNoteMark(before: string, superscript: string): boolean {
  const end = before.slice(-LONGEST_UNIT - 1);
  return /^\s*\(?\d/.test(superscript) && /[\p{L}\p{N}]$/u.test(end) && !UNIT.test(end);
}
