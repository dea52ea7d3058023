/**
 * Longest run of combining marks left as it is; real texts have shorter ones. Unicode normalisation sorts each run,
 * in time quadratic in its length.
 */
const MOST_MARKS = 30;
const LONG_RUN = new RegExp(String.raw`\p{M}{${MOST_MARKS}}(?=\p{M})`, "gu");
/** COMBINING GRAPHEME JOINER: splits a run without changing the text's meaning. */
const JOINER = "\u034f";

/**
 * Normalises a caller's text to NFC in linear time: runs of combining marks are split first, as in the Stream-Safe
 * Text Format (UAX 15, section 13). Real texts have no such runs, and only become NFC.
 */
export function safeNfc(texte: string): string {
  return texte.replace(LONG_RUN, `$&${JOINER}`).normalize("NFC");
}
