import { readQuotes } from "../citations/quotes.ts";
import { type EvenedText, evenOut } from "../reading/evened-text.ts";
import { Cursor } from "../reading/cursor.ts";
import type { Mention } from "./drafts.ts";
import { type Memory, SentenceReader } from "./sentence-reader.ts";
import { findTelling } from "./sentences.ts";
import { Lexer, type Piece } from "./tokens.ts";

/** What a text says of the doctrine. UTF-16 offsets. */
export interface ReadMentions {
  /** In text order, never overlapping. */
  readonly mentions: readonly Mention[];
  /** § that look like the doctrine's and belong to no document. */
  readonly unread: readonly Piece[];
}

/**
 * Reads every mention of the doctrine in a text that people wrote, with all that its sentence says of it
 * (docs/decisions.md, « Citations checked »). Linear time.
 * @param series those that exist, for identifiers without « BOI- »
 * @param written the text already evened out, to avoid doing it twice
 * @param quotes those of the text, likewise
 */
export function readMentions(
  source: string,
  series: ReadonlySet<string>,
  written: EvenedText = evenOut(source),
  quotes: readonly Piece[] = readQuotes(source),
): ReadMentions {
  const { texte, sourceOffset } = written;
  const cursor = new Cursor(texte);
  const lexer = new Lexer(texte, cursor, series);
  const quoted = longOnes(quotes, written);
  const memory: Memory = { last: null, isLast: false, above: null, readTo: 0, quoted: [...quoted] };
  const mentions: Mention[] = [];
  const unread: Piece[] = [];
  for (const { start, end } of findTelling(texte, quoted)) {
    const read = new SentenceReader(texte, cursor, lexer.read(start, end), memory).read();
    mentions.push(...read.drafts.flatMap((draft) => draft.mentions()));
    unread.push(...read.unread);
  }
  // Offset of the character itself, after anything removed before it.
  const startOf = (offset: number) => sourceOffset(offset + 1) - 1;
  const placed = ({ start, end }: Piece): Piece => ({ start: startOf(start), end: sourceOffset(end) });
  return {
    mentions: mentions.sort((one, other) => one.start - other.start).map((mention) => ({
      ...mention,
      start: startOf(mention.start),
      end: sourceOffset(mention.end),
      nameStart: mention.nameStart === null ? null : startOf(mention.nameStart),
      pgp: mention.pgp && { numero: mention.pgp.numero, ...placed(mention.pgp) },
      unread: mention.unread.map(placed),
      otherDay: mention.otherDay && placed(mention.otherDay),
    })),
    unread: unread.map(placed),
  };
}

/** Shorter quotations may be of a name or a number. */
const LONG = 30;

/** The long quotations that are in no other, by their places in an evened text. */
function longOnes(quotes: readonly Piece[], { texte, sourceOffset }: EvenedText): Piece[] {
  const evened = (offset: number) => firstReaching(texte.length, offset, sourceOffset);
  let end = 0;
  return quotes.flatMap((quote) => {
    if (quote.start < end || quote.end - quote.start < LONG) return [];
    end = quote.end;
    return [{ start: evened(quote.start), end: evened(quote.end) }];
  });
}

/** The first offset of an evened text that is at an offset of its source, or after it. */
function firstReaching(length: number, offset: number, sourceOffset: EvenedText["sourceOffset"]): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sourceOffset(middle) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
