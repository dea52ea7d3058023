/** Role of a UTF-16 code unit in words: none, continuing one only, or possibly starting one. */
export const NONE = 0;
const MARK = 1;
export const LETTER = 2;
export const DIGIT = 3;
/** Part of a character outside the basic plane: `kindAt` looks at both halves. */
export const HALF_OF_PAIR = 4;

const SURROGATES = [0xd800, 0xdfff] as const;
const DIGITS = [0x30, 0x39] as const;
/** Unicode's letter apostrophe, which parts words as the others do. */
const LETTER_APOSTROPHE = 0x02bc;

/** By code unit. */
export const CHARACTERS = kindsOfCodeUnits();

/** Role of a character in words, from any of its code units; `NONE` past the end. */
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

/** By runs of one kind: testing every code unit in turn takes ten times as long, at every startup. */
function kindsOfCodeUnits(): Uint8Array {
  const codes = new Uint16Array(0x10000).map((_, code) => code);
  const characters = Buffer.from(codes.buffer).toString("utf16le");
  const kinds = new Uint8Array(codes.length);
  for (const { 0: run, index } of characters.matchAll(/[\p{L}\p{N}]+/gu))
    kinds.fill(LETTER, index, index + run.length);
  for (const { 0: run, index } of characters.matchAll(/\p{M}+/gu))
    kinds.fill(MARK, index, index + run.length);
  kinds.fill(DIGIT, DIGITS[0], DIGITS[1] + 1);
  kinds[LETTER_APOSTROPHE] = NONE;
  return kinds.fill(HALF_OF_PAIR, SURROGATES[0], SURROGATES[1] + 1);
}

function kindOf(character: string): number {
  if (/[\p{L}\p{N}]/u.test(character)) return LETTER;
  return /\p{M}/u.test(character) ? MARK : NONE;
}

/** Apostrophes: the typewriter's, both typographic ones, the letter (U+02BC), and accents typed for one. */
export const APOSTROPHE_MARKS = "'’‘\u02bc´`";

/** Those that elide an article. */
export const APOSTROPHES: ReadonlySet<string> = new Set(APOSTROPHE_MARKS);

const AFTER = String.raw`(?![\p{L}\p{M}\p{N}])`;

/** Source (flag `u`) of a number in groups, which is one word: `1 250 000`, `1.250.000`; not `31.12.2024`, `0.125`. */
export const THOUSANDS = String.raw`\d{1,3}(?:[ \u00A0\u202F]\d{3})+${AFTER}|(?<!\d\.)[1-9]\d{0,2}(?:\.\d{3})+${AFTER}(?!\.\d)`;

/** Separators between the groups of such a number. */
export const GROUP_SEPARATORS = /[ .\u00A0\u202F]/g;
