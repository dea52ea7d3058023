/** Source of what introduces numbers: « n° », « nos », « n°s », « no », glued at times: « loin° 2004-439 ». */
export const NUMBER_SIGN = String.raw`(?:[Nn] ?[°º]s?|(?<!\p{L})[Nn]os?(?=[\s\d]))\s{0,2}`;

/** How many brackets some words leave open; negative when they close others. */
export function depthOf(words: string): number {
  let depth = 0;
  for (const character of words) {
    if (character === "(" || character === "[") depth += 1;
    if (character === ")" || character === "]") depth -= 1;
  }
  return depth;
}

/** Where a citation ends, with the bracket that closes the one it has opened, if that comes next. */
export function closedEnd(texte: string, start: number, end: number): number {
  const isClosing = texte[end] === ")" || texte[end] === "]";
  return isClosing && depthOf(texte.slice(start, end)) > 0 ? end + 1 : end;
}
