/** Apostrophes: the typewriter's, both typographic ones, the letter (U+02BC), and accents typed for one. */
export const APOSTROPHE_MARKS = "'’‘\u02bc´`";

/** Those that elide an article. */
export const APOSTROPHES: ReadonlySet<string> = new Set(APOSTROPHE_MARKS);

const AFTER = String.raw`(?![\p{L}\p{M}\p{N}])`;

/**
 * Regular expression source (flag `u`) of a number in thousands groups, which is one word: `1 250 000` with plain,
 * non-breaking or narrow spaces, or `1.250.000`, but not a date (`31.12.2024`) or a decimal (`0.125`).
 */
export const THOUSANDS = String.raw`\d{1,3}(?:[ \u00A0\u202F]\d{3})+${AFTER}|(?<!\d\.)[1-9]\d{0,2}(?:\.\d{3})+${AFTER}(?!\.\d)`;

/** Separators between the groups of such a number. */
export const GROUP_SEPARATORS = /[ .\u00A0\u202F]/g;
