import { formsOf, type WordForms } from "./forms.ts";
import { wordSet } from "./french/word-list.ts";
import { isSegment, segmentForm } from "./identifier-segments.ts";
import { nextWord, type WrittenWord } from "./next-word.ts";
import type { Token } from "./token.ts";
import { APOSTROPHES, GROUP_SEPARATORS } from "./writing.ts";

const ELIDED = wordSet("l d j m t s n c qu jusqu lorsqu puisqu quoiqu");
const LONGEST_ELIDED = 7;

/**
 * The words of a text, in order, by the contract's rules ("Search syntax"): the text is split at every character
 * other than letters and digits, a thousands group is one word, as are dotted letters, an elided article or
 * conjunction is dropped. Stop words are kept, since phrases count them, and so are the segments of an identifier,
 * under forms that no word has.
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
    const { start, end } = word;
    const surface = text.slice(start, end);
    // An elided article or conjunction is not a word.
    if (isElided(surface, text.charAt(end))) continue;
    const { stem, folded } = formsAt(text, word, surface);
    return { surface, stem, folded, start, end };
  }
  return null;
}

/** The forms by which a word of a text is compared, from how and where it is written. */
export function formsAt(text: string, { start, end, parted }: WrittenWord, surface: string): WordForms {
  if (parted !== null) {
    const joined = surface.replace(GROUP_SEPARATORS, "");
    return formsOf(parted === "letters" ? joined.toUpperCase() : joined);
  }
  const forms = formsOf(surface);
  if (!isSegment(text, start, end)) return forms;
  const form = segmentForm(forms.folded);
  return { stem: form, folded: form };
}

function isElided(surface: string, next: string): boolean {
  if (!APOSTROPHES.has(next)) return false;
  return surface.length <= LONGEST_ELIDED && ELIDED.has(surface.toLowerCase());
}
