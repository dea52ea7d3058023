import { formsOf } from "./forms.ts";
import { wordSet } from "./french/word-list.ts";
import { nextWord } from "./next-word.ts";
import type { Token } from "./token.ts";
import { APOSTROPHES, GROUP_SEPARATORS } from "./writing.ts";

const ELIDED = wordSet("l d j m t s n c qu jusqu lorsqu puisqu quoiqu");
const LONGEST_ELIDED = 7;

/**
 * The words of a text, in order, by the contract's rules ("Search syntax"): the text is split at every character
 * other than letters and digits, a thousands group is one word, an elided article or conjunction is dropped. Stop
 * words are kept, since phrases count them.
 * @returns tokens whose offsets are UTF-16 positions in `text.normalize("NFC")`.
 */
export function analyze(text: string): Token[] {
  const composed = text.normalize("NFC");
  const tokens: Token[] = [];
  for (let token = nextToken(composed, 0); token !== null; token = nextToken(composed, token.end))
    tokens.push(token);
  return tokens;
}

/** The first word of an NFC text from an offset on, by the same rules; null when there is none. */
export function nextToken(text: string, offset: number): Token | null {
  for (let word = nextWord(text, offset); word !== null; word = nextWord(text, word.end)) {
    const { start, end, isGrouped } = word;
    const surface = text.slice(start, end);
    // An elided article or conjunction is not a word.
    if (isElided(surface, text.charAt(end))) continue;
    const { stem, folded } = formsOf(isGrouped ? surface.replace(GROUP_SEPARATORS, "") : surface);
    return { surface, stem, folded, start, end };
  }
  return null;
}

function isElided(surface: string, next: string): boolean {
  if (!APOSTROPHES.has(next)) return false;
  return surface.length <= LONGEST_ELIDED && ELIDED.has(surface.toLowerCase());
}
