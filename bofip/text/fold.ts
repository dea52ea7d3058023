const MARKS = /\p{M}+/gu;
const LIGATURES = /[œæ²³]/g;
const PLAIN: Readonly<Record<string, string>> = { œ: "oe", æ: "ae", "²": "2", "³": "3" };
const ASCII_LOWER = /^[a-z0-9 ]*$/;

/** Lower case without accents, by Unicode NFD: "Œuvres réalisées" gives "oeuvres realisees", "m²", as typed, "m2". */
export function fold(text: string): string {
  return foldAccents(text.toLowerCase());
}

/** `fold` for a text already in lower case. */
export function foldAccents(lower: string): string {
  if (ASCII_LOWER.test(lower)) return lower;
  return lower
    .normalize("NFD")
    .replace(MARKS, "")
    .replace(LIGATURES, (letter) => PLAIN[letter] ?? letter);
}
