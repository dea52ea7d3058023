import { withoutMarks } from "../quotes.ts";
import { piecesOf } from "./comparable.ts";

const TOKEN = /[\p{L}\p{M}\p{N}'’-]+/gu;
/** Figures are excluded: texts write them in several ways, which a search does not treat as one phrase. */
const IS_WORD = /^(?!.*\p{N}).*\p{L}/u;
const MOST_WORDS = 12;
const MOST_CHARACTERS = 300;

/** The longest run of words of a quotation without figures, up to twelve: a phrase of any text that has it; else null. */
export function longestPhrase(quote: string): string | null {
  const pieces = piecesOf(withoutMarks(quote).replace(/\[(\p{L})\]/gu, "$1"));
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
