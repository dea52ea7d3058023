/** Class, in a document's stored HTML, of the paragraph with the number of a numbered paragraph (official format). */
export const NUMBER_CLASS = "numero-de-paragraphe-western";

/**
 * Number of the § targeted by an address's fragment (`#130_02`, `#130`); null without a fragment, or when it targets
 * a heading (`#I._Champ_dapplication_10`).
 */
export function placeNumber(href: string): string | null {
  return /#(\d{1,6})(?:_\d{1,6})?$/.exec(href)?.[1] ?? null;
}

const NAME = /^[\p{L}\d._:-]{1,120}$/u;

/**
 * Whether a document's stored HTML may use this id: `130_02`, `I._Champ_dapplication_10`. Since it starts with a
 * digit or contains a digit and a sign, it can't shadow a property of the page (DOM clobbering).
 */
export function isPlaceName(id: string): boolean {
  return NAME.test(id) && (/^\d/.test(id) || (/\d/.test(id) && /[_.-]/.test(id)));
}
