import { plainCharacters } from "../../comparison/typography.ts";

/** Words that change what a sentence says, as the contract lists them (additions, part three, « Verdicts »). */
const COUNTS = [
  ..."ne n' non ni pas point plus jamais aucun aucune nul nulle sauf sans sinon hormis excepté hors moins".split(
    " ",
  ),
  ..."seulement uniquement exclusivement cependant néanmoins toutefois".split(" "),
  ...["à condition", "sous réserve", "à l'exception", "par dérogation"],
];
const START = String.raw`(?<![\p{L}\p{N}]|[\p{L}\p{N}]-)`;
const END = String.raw`(?![\p{L}\p{N}]|-[\p{L}\p{N}])`;
/** None of them within a compound: « plus-value » is one word. A capital may have lost its accent. */
const COUNTING = new RegExp(
  `${START}(?:${COUNTS.map((word) => (word.endsWith("'") ? word : word.replace(/^à/, "[àa]") + END)).join("|")})`,
  "u",
);
const FIGURE = /\p{N}/u;
const WORD = /[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu;
/** More words than that are no cut, but another text. */
const MOST_WORDS = 60;

/**
 * What counts of the words that a quotation leaves out, in French, for « … laissent de côté … »: a word that changes
 * what is said, a figure, the border of a §, too many words; null when nothing does.
 * @param isAcross whether a § begins or ends among them.
 */
export function hiddenBy(words: string, isAcross: boolean): string | null {
  if (isAcross) return "le passage d'un § à un autre";
  const plain = plainCharacters(words).replace(/\s+/g, " ").toLowerCase();
  const counting = COUNTING.exec(plain);
  if (counting !== null) return `« ${counting[0]} »`;
  if (FIGURE.test(plain)) return "un nombre";
  const count = [...plain.matchAll(WORD)].length;
  return count > MOST_WORDS ? `${count} mots` : null;
}
