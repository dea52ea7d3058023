import { MAX_IDENTIFIER_LENGTH, SEGMENT } from "../../../bofip/identifiers/identifier.ts";

/**
 * An identifier in a text, dated or not, also with a space after BOI, as the source writes some. In lower case, no
 * capital marks the start of the next word: only whole segments count.
 */
const IDENTIFIER = new RegExp(
  String.raw`(?<![A-Z])BOI(?:-${SEGMENT}|[ \n](?=[A-Z]{2,8}-[A-Z\d])${SEGMENT})(?:-${SEGMENT})*|(?<![\p{L}\p{N}-])boi(?:-[a-z]*\d+(?![a-z])|-[a-z]+(?![\p{L}\d]))+`,
  "uy",
);
const HYPHEN = 0x2d;
const FIRST_LENGTH = 3;
/** Prefix of the stem and of the folded form of a segment: no other word has it, and no prefix of a query. */
const SEGMENT_MARK = "-";

/**
 * Whether a word of a text is a segment of an identifier, which is no word of the text: the PAS of `BOI-IR-PAS-50` is
 * not that of the prélèvement à la source. A word that the source glued to an identifier is not a segment.
 */
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
