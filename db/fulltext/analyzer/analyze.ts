import { formsOf } from "./forms.ts";
import { words } from "./french/words.ts";
import type { Token } from "./token.ts";
import { APOSTROPHES, GROUP_SEPARATORS, THOUSANDS } from "./writing.ts";

const WORD = new RegExp(String.raw`${THOUSANDS}|[\p{L}\p{N}][\p{L}\p{M}\p{N}]*`, "gu");
const ELIDED = words("l d j m t s n c qu jusqu lorsqu puisqu quoiqu");
const LONGEST_ELIDED = 7;

/**
 * The words of a text, in order, by the contract's rules ("Search syntax"): the text splits at every
 * character that is not a letter or a digit, a thousands group is one word, an elided article or
 * conjunction disappears. Stop words are kept, since phrases count them.
 *
 * @returns tokens whose offsets are UTF-16 positions in `text.normalize("NFC")`.
 */
export function analyze(text: string): Token[] {
  const composed = text.normalize("NFC");
  const tokens: Token[] = [];
  for (const match of composed.matchAll(WORD)) {
    const surface = match[0];
    const start = match.index;
    const end = start + surface.length;
    if (isElided(surface, composed.charAt(end))) continue;
    const { stem, folded } = formsOf(isThousands(surface) ? surface.replace(GROUP_SEPARATORS, "") : surface);
    tokens.push({ surface, stem, folded, start, end });
  }
  return tokens;
}

function isElided(surface: string, next: string): boolean {
  if (!APOSTROPHES.has(next)) return false;
  return surface.length <= LONGEST_ELIDED && ELIDED.has(surface.toLowerCase());
}

/** Only a thousands group holds a space or a point, always four characters before its end. */
function isThousands(surface: string): boolean {
  const code = surface.charCodeAt(surface.length - 4);
  return code === 0x20 || code === 0x2e || code === 0xa0 || code === 0x202f;
}
