/**
 * Marks in a row that a text of a person never has. Unicode puts them in order by sorting each run, in a time that
 * grows with its square.
 */
const MOST_MARKS = 30;
const LONG_RUN = new RegExp(String.raw`\p{M}{${MOST_MARKS}}(?=\p{M})`, "gu");
/** COMBINING GRAPHEME JOINER: it parts a run and stands for nothing. */
const JOINER = "\u034f";

/**
 * A caller's text in Normalization Form C, in linear time: runs of combining marks are parted first, as in the
 * Stream-Safe Text Format (UAX 15, section 13). Text without such runs, which is any real one, only becomes NFC.
 */
export function safeNfc(texte: string): string {
  return texte.replace(LONG_RUN, `$&${JOINER}`).normalize("NFC");
}
