/** Class, in a document's stored HTML, of the paragraph with the number of a numbered paragraph (official format). */
export const NUMBER_CLASS = "numero-de-paragraphe-western";

/** Number of the § that a fragment targets (`#130_02`, `#130`); null without, or for a heading's (`#I._Champ_10`). */
export function placeNumber(href: string): string | null {
  return /#(\d{1,6})(?:_\d{1,6})?$/.exec(href)?.[1] ?? null;
}

const NAME = /^[\p{L}\d._:-]{1,120}$/u;

/** Whether stored HTML may use this id (`130_02`): a digit, first or with a sign, shadows nothing (DOM clobbering). */
export function isPlaceName(id: string): boolean {
  return NAME.test(id) && (/^\d/.test(id) || (/\d/.test(id) && /[_.-]/.test(id)));
}
