import { expect, test } from "bun:test";
import { THOUSANDS } from "../../../../../search/fulltext/analyzer/characters.ts";
import { nextWord } from "../../../../../search/fulltext/analyzer/next-word.ts";
import { randomNumbers } from "../../../../integration/search/fulltext/corpus.ts";

/** A letter alone, between two other characters; those beyond the basic plane are left out of acronyms. */
const LETTER = String.raw`(?<![\p{L}\p{M}\p{N}])[[[\p{L}\p{N}]--[0-9]]&&[\u{0}-\u{ffff}]](?![\p{L}\p{M}\p{N}])`;
const ACRONYM = String.raw`(?<![\p{L}\p{M}\p{N}]\.)${LETTER}(?:\.${LETTER})+(?!\.[\p{L}\p{M}\p{N}])`;
/** The definition: a number in thousands groups, dotted letters, or a letter or digit and what continues it. */
const WORD = new RegExp(String.raw`${THOUSANDS}|${ACRONYM}|[\p{L}\p{N}][\p{L}\p{M}\p{N}]*`, "gv");
/** Characters that form words, separate them or interfere with them; lone surrogates too. */
const PIECES = [
  ..."aZéœ10½Ⅳ٣\u0301 .,'’-\n\u00a0\u202f",
  ..."000,250,31.12.2024,1.250.000,𝒳,🎉,\ud835,\udcb3".split(","),
];
const TEXTS = 20_000;
const LONGEST = 14;

test("the words of any text are those that their expression finds", () => {
  const random = randomNumbers(25);
  const below = (bound: number) => Math.floor(random() * bound);
  for (let count = 0; count < TEXTS; count += 1) {
    const text = Array.from({ length: below(LONGEST) }, () => PIECES[below(PIECES.length)]).join("");
    const expected = [...text.matchAll(WORD)].map(({ 0: word, index }) => ({ start: index, word }));
    expect({ text, words: wordsOf(text) }).toEqual({ text, words: expected });
  }
});

function wordsOf(text: string) {
  const found: { start: number; word: string }[] = [];
  for (let word = nextWord(text, 0); word !== null; word = nextWord(text, word.end))
    found.push({ start: word.start, word: text.slice(word.start, word.end) });
  return found;
}
