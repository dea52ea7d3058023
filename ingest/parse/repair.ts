/**
 * Repairs attribute quotes that the export doubles, `class=""x""`. Empty attributes (`alt=""`) stay.
 * Null stays null.
 */
export function repairQuotes(html: string | null): string | null {
  if (html === null || !html.includes('=""')) return html;
  return html.replace(/=""([^"\s<>][^"<>]*)""(?=[\s/>])/g, '="$1"');
}

/**
 * Text that a relational store accepts (no NUL character, no half of a surrogate pair), in Unicode NFC: offsets
 * into it are those that the analyzer and the excerpts count by.
 */
export function storableText(text: string): string {
  return text.replaceAll("\0", "").toWellFormed().normalize("NFC");
}
