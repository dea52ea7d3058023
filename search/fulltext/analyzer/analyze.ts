import { MANY_SEGMENTS, MAX_IDENTIFIER_LENGTH, SEGMENT } from "../../../bofip/identifiers/identifier.ts";
import { APOSTROPHES, GROUP_SEPARATORS } from "./characters.ts";
import { formsOf, type WordForms } from "./forms.ts";
import { wordSet } from "./french/protected-words.ts";
import { nextWord, type WrittenWord } from "./next-word.ts";
import type { Token } from "./token.ts";

const ELIDED = wordSet("l d j m t s n c qu jusqu lorsqu puisqu quoiqu");
const LONGEST_ELIDED = 7;

/**
 * The words of a text, in order, by the contract's rules ("Search syntax"): split at all but letters and digits;
 * thousands groups and dotted letters are one word, elided articles are dropped. Stop words are kept, since phrases
 * count them, and segments of an identifier, under forms that no word has. Offsets are UTF-16, in
 * `text.normalize("NFC")`.
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

/**
 * Dated or not, also with a space after BOI, as in the source; in lower case, only whole segments count. It is applied
 * to every segment of a run, hence the bound.
 */
const IDENTIFIER = new RegExp(
  String.raw`(?<![A-Z])BOI(?:-${SEGMENT}|[ \n](?=[A-Z]{2,8}-[A-Z\d])${SEGMENT})(?:-${SEGMENT}){0,${MANY_SEGMENTS}}|(?<![\p{L}\p{N}-])boi(?:-[a-z]*\d+(?![a-z])|-[a-z]+(?![\p{L}\d])){1,${MANY_SEGMENTS}}`,
  "uy",
);
const HYPHEN = 0x2d;
const FIRST_LENGTH = 3;
/** Prefix of the stem and of the folded form of a segment: no other word has it, and no prefix of a query. */
const SEGMENT_MARK = "-";

/** Whether a word is a segment of an identifier (PAS of `BOI-IR-PAS-50`), and not glued to one by the source. */
export function isSegment(text: string, start: number, end: number): boolean {
  // Few words touch a hyphen: the others cost two reads.
  const isJoined = text.charCodeAt(end) === HYPHEN || text.charCodeAt(start - 1) === HYPHEN;
  if (!isJoined && (end - start !== FIRST_LENGTH || !text.startsWith("BOI", start))) return false;
  return isInIdentifier(text, start, end);
}

function isInIdentifier(text: string, start: number, end: number): boolean {
  const from = Math.max(0, start - MAX_IDENTIFIER_LENGTH);
  const before = text.slice(from, start + FIRST_LENGTH);
  const first = Math.max(before.lastIndexOf("BOI"), before.lastIndexOf("boi"));
  if (first === -1) return false;
  IDENTIFIER.lastIndex = from + first;
  return IDENTIFIER.test(text) && end <= IDENTIFIER.lastIndex;
}

/** The form by which segments are compared, given one folded: `-pas`. */
export function segmentForm(folded: string): string {
  return SEGMENT_MARK + folded;
}

/** Whether a stem is that of a segment. */
export function isSegmentForm(stem: string): boolean {
  return stem.startsWith(SEGMENT_MARK);
}

/** The letters that texts write for a stem: those of a segment, without its mark. */
export function writtenLetters(stem: string): string {
  return isSegmentForm(stem) ? stem.slice(SEGMENT_MARK.length) : stem;
}
