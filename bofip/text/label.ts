const SEPARATOR = " - ";

/** Last segment of a title (« BIC - Amortissements - Base »): the document's name under its node. */
export function labelOf(titre: string): string {
  const at = titre.lastIndexOf(SEPARATOR);
  return at < 0 ? titre : titre.slice(at + SEPARATOR.length);
}
