import { fold } from "../analyzer/index.ts";

/** The blocks of Unicode that hold the Latin letters, accented ones and ligatures. */
const LATIN_BLOCKS: readonly (readonly [from: number, to: number])[] = [
  [0x30, 0x24f],
  [0x1e00, 0x1eff],
];

/** Folded letter (`e`) or pair (`oe`) to the characters that fold to it (`eEéÉ…`, `œŒ`). */
const WRITTEN = writtenByFolded();

/**
 * Regular expression source (flag `u`) that matches the first letters of a word in either case, with any
 * accent, with ligatures. `head` is folded; a ligature may begin with its last letter (`co` begins `cœur`).
 */
export function writtenForms(head: string): string {
  const letter = head.charAt(0);
  if (letter === "") return "";
  const pair = head.slice(0, 2);
  const ligature = WRITTEN.get(pair);
  if (pair.length === 2 && ligature !== undefined) {
    const letters = characterClass(letter) + characterClass(pair.charAt(1));
    return `(?:${letters}|[${ligature}])${writtenForms(head.slice(2))}`;
  }
  const last = head.length === 1 ? (WRITTEN.get(`${letter}e`) ?? "") : "";
  return characterClass(letter, last) + writtenForms(head.slice(1));
}

function characterClass(letter: string, others = ""): string {
  return `[${WRITTEN.get(letter) ?? letter + letter.toUpperCase()}${others}]`;
}

function writtenByFolded(): Map<string, string> {
  const written = new Map<string, string>();
  for (const [from, to] of LATIN_BLOCKS) {
    for (let code = from; code <= to; code += 1) {
      const character = String.fromCharCode(code);
      if (!/[\p{L}\p{N}]/u.test(character)) continue;
      const folded = fold(character);
      written.set(folded, (written.get(folded) ?? "") + character);
    }
  }
  return written;
}
