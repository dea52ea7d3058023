/** What a UTF-16 code unit is to words: none of theirs, what only continues one, or what one may begin with. */
export const NONE = 0;
export const MARK = 1;
export const LETTER = 2;
export const DIGIT = 3;
/** Of a character beyond the first plane: `kindAt` looks at both halves. */
export const HALF_OF_PAIR = 4;

const SURROGATES = [0xd800, 0xdfff] as const;
const DIGITS = [0x30, 0x39] as const;

/** By code unit. */
export const CHARACTERS = kindsOfCodeUnits();

/** What a character is to words, by any of its code units; `NONE` past the end. */
export function kindAt(text: string, at: number): number {
  if (at >= text.length) return NONE;
  const kind = CHARACTERS[text.charCodeAt(at)] ?? NONE;
  return kind === HALF_OF_PAIR ? kindOfPair(text, at) : kind;
}

function kindOfPair(text: string, at: number): number {
  const isLow = (text.charCodeAt(at) & 0xfc00) === 0xdc00;
  const code = text.codePointAt(isLow ? at - 1 : at) ?? 0;
  return code > 0xffff ? kindOf(String.fromCodePoint(code)) : NONE;
}

function kindsOfCodeUnits(): Uint8Array {
  const kinds = Uint8Array.from({ length: 0x10000 }, (_, code) => kindOf(String.fromCharCode(code)));
  kinds.fill(DIGIT, DIGITS[0], DIGITS[1] + 1);
  return kinds.fill(HALF_OF_PAIR, SURROGATES[0], SURROGATES[1] + 1);
}

function kindOf(character: string): number {
  if (/[\p{L}\p{N}]/u.test(character)) return LETTER;
  return /\p{M}/u.test(character) ? MARK : NONE;
}
