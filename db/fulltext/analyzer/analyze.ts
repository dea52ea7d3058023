import { formsOf } from "./forms.ts";
import { words } from "./french/words.ts";
import type { Token } from "./token.ts";
import { APOSTROPHES, GROUP_SEPARATORS, THOUSANDS } from "./writing.ts";

const WORD = new RegExp(String.raw`${THOUSANDS}|[\p{L}\p{N}][\p{L}\p{M}\p{N}]*`, "gu");
const NEXT_WORD = new RegExp(WORD);
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
    const token = tokenOf(composed, match);
    if (token !== null) tokens.push(token);
  }
  return tokens;
}

/** The first word of a text in NFC from an offset on, by the same rules; null when none follows. */
export function nextToken(text: string, offset: number): Token | null {
  NEXT_WORD.lastIndex = offset;
  for (let match = NEXT_WORD.exec(text); match !== null; match = NEXT_WORD.exec(text)) {
    const token = tokenOf(text, match);
    if (token !== null) return token;
  }
  return null;
}

/** Null for an elided word, which is none. */
function tokenOf(composed: string, { 0: surface, index: start }: RegExpExecArray): Token | null {
  const end = start + surface.length;
  if (isElided(surface, composed.charAt(end))) return null;
  const { stem, folded } = formsOf(isThousands(surface) ? surface.replace(GROUP_SEPARATORS, "") : surface);
  return { surface, stem, folded, start, end };
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
