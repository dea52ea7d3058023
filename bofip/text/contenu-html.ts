/**
 * Class, in the HTML kept of a document, of the paragraph that holds the number of a numbered paragraph (official
 * format).
 */
export const NUMBER_CLASS = "numero-de-paragraphe-western";

/**
 * Number of the § that an address leads to by its place (`#130_02`, `#130`); null for an address without, or one of a
 * heading (`#I._Champ_dapplication_10`).
 */
export function placeNumber(href: string): string | null {
  return /#(\d{1,6})(?:_\d{1,6})?$/.exec(href)?.[1] ?? null;
}

const NAME = /^[\p{L}\d._:-]{1,120}$/u;

/**
 * Whether the HTML kept of a document may name a place so: `130_02`, `I._Champ_dapplication_10`. Beginning with a
 * digit, or with a digit and a sign in it, no name can shadow a property of the page (DOM clobbering).
 */
export function isPlaceName(id: string): boolean {
  return NAME.test(id) && (/^\d/.test(id) || (/\d/.test(id) && /[_.-]/.test(id)));
}
