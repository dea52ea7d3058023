import { safeNfc } from "../text/characters.ts";

const CHARACTERS: readonly (readonly [RegExp, string])[] = [
  [/\r\n?|[\u0085\u2028\u2029]/g, "\n"],
  [/[^\S\n]+/g, " "],
  // Hyphenation and joining marks, which are invisible.
  [/\p{Cf}/gu, ""],
  [/[‘’‚‛ʼ′`´]/g, "'"],
  [/[«»“”„‟‹›″]/g, '"'],
  [/[‐‑‒–—―]/g, "-"],
  [/…/g, "..."],
  [/º/g, "°"],
];

/** Replaces marks by their plainest (straight quotes, one hyphen, one space), removes invisible ones, keeps line ends. */
export function plainCharacters(texte: string): string {
  const written = CHARACTERS.reduce((text, [mark, plain]) => text.replace(mark, plain), safeNfc(texte));
  // « 1ᵉʳ », « ﬁ »; exponents are left alone, being digits: « m² ».
  return written.replace(/[\p{Lm}\ufb00-\ufb06]/gu, (letter) => letter.normalize("NFKC"));
}

const LIGATURE = /[œæŒÆ]/g;
const LIGATURES: Readonly<Record<string, string>> = { œ: "oe", æ: "ae", Œ: "OE", Æ: "AE" };

/** « œ » as « oe ». */
export function spelledOut(texte: string): string {
  return texte.replace(LIGATURE, (ligature) => LIGATURES[ligature] ?? ligature);
}
