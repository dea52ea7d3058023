import type { PassageSpan } from "../../../db/schema/passages.ts";

/**
 * The embedded text of a passage: the document's title and the headings above, which state the subject, the head of the
 * table that it continues, then its own words.
 */
export function embeddedText(
  { titre, texte }: { readonly titre: string; readonly texte: string },
  { section, start, end, tableStart, tableEnd }: Omit<PassageSpan, "paragraphe">,
): string {
  const head = tableStart === null || tableEnd === null ? [] : [texte.slice(tableStart, tableEnd)];
  return [titre, ...section, ...head, texte.slice(start, end)].join("\n");
}

/** Identifies an embedded text: 128 bits, enough for no two texts of any corpus to collide. */
export function textHashOf(text: string): string {
  return new Bun.CryptoHasher("sha256").update(text).digest().subarray(0, 16).toString("base64url");
}
