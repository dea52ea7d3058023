/** End of a sentence; searched for first, at each character, since checking the text before it takes longer. */
const STOP = "[.!?…]";
/** Abbreviations, and any single letter, whose full stop does not end a sentence: `art. 39`, `L. 80 A`. */
const ABBREVIATIONS = "art|al|ann|cf|ch|chap|éd|ex|MM|Mme|op|p|par|réf|sect|tit|vol|\\p{L}";
const BREAK = new RegExp(
  String.raw`\s*\n\s*|(?=${STOP})(?<!(?<![\p{L}\p{N}])(?:${ABBREVIATIONS}))${STOP}+[»"”)]*\s+(?=[\p{Lu}«"“(])`,
  "gu",
);
/** Room for the context of a break when a stretch of text is cut out. */
const MARGIN = 16;

/** Offsets between `from` and `to` at which a sentence, a heading or a paragraph starts. */
export function sentenceStarts(text: string, from: number, to: number): number[] {
  const base = Math.max(0, from - MARGIN);
  const breaks = [...text.slice(base, to + MARGIN).matchAll(BREAK)];
  const starts = breaks.map((match) => base + match.index + match[0].length);
  if (text.slice(0, from).trim() === "") starts.unshift(text.length - text.trimStart().length);
  return starts.filter((start) => start >= from && start <= to);
}
