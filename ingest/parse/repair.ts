/**
 * Repairs attribute quotes doubled by the export, `class=""x""`. Empty attributes (`alt=""`) and null are left
 * unchanged.
 */
export function repairQuotes(html: string | null): string | null {
  if (html === null || !html.includes('=""')) return html;
  return html.replace(/=""([^"\s<>][^"<>]*)""(?=[\s/>])/g, '="$1"');
}

/**
 * Text acceptable to a relational store (no NUL character, no half of a surrogate pair), in Unicode NFC: the analyzer
 * and the excerpts count offsets in that form.
 */
export function storableText(text: string): string {
  return text.replaceAll("\0", "").toWellFormed().normalize("NFC");
}
