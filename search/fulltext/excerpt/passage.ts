import { escaped, type Range, withEllipses, wordEnd } from "./cut.ts";

/** docs/decisions.md, « Search hit »: about as many characters, entities not counted. */
const PASSAGE_LENGTH = 400;

/**
 * The beginning of a passage of a text, by the same rules as the other excerpts: cut between words, with `…` at an
 * end cut inside a sentence, HTML-escaped, without `<mark>`.
 */
export function passageExcerpt(texte: string, passage: Range, length = PASSAGE_LENGTH): string {
  const { end } = passage;
  const start = end - texte.slice(passage.start, end).trimStart().length;
  const most = start + length;
  const cut = end <= most ? end : (wordEnd(texte, start, most) ?? most);
  return withEllipses(texte, { start, end: cut }, escaped(texte.slice(start, cut))).normalize("NFC");
}
