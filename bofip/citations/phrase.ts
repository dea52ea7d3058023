import { piecesOf } from "./comparable.ts";

const TOKEN = /[\p{L}\p{M}\p{N}'’-]+/gu;
/** Texts write figures in several ways, which are not one phrase to a search. */
const IS_WORD = /^(?!.*\p{N}).*\p{L}/u;
const MOST_WORDS = 12;
const MOST_CHARACTERS = 300;

/**
 * The longest run of words of a quotation, without figures, twelve words of it at most: a phrase to search for, which a
 * text that has the quotation has. Null when it has no words, or too many pieces.
 */
export function longestPhrase(quote: string): string | null {
  const pieces = piecesOf(quote.replace(/\[(\p{L})\]/gu, "$1"))?.exact ?? [];
  let longest: readonly string[] = [];
  for (const piece of pieces) {
    let run: string[] = [];
    for (const [token] of piece.matchAll(TOKEN)) {
      run = IS_WORD.test(token) ? [...run.slice(1 - MOST_WORDS), token] : [];
      if (run.length > longest.length) longest = run;
    }
  }
  const phrase = longest.join(" ");
  return phrase === "" || phrase.length > MOST_CHARACTERS ? null : phrase;
}
