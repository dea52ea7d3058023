import { readQuotes } from "../citations/quotes.ts";
import { findUnread } from "../citations/unread.ts";
import { Cursor, type EvenedText, evenOut } from "../reading/cursor.ts";
import type { Mention } from "./drafts.ts";
import { type ReadSentence, readSentence } from "./read-sentence.ts";
import type { Memory } from "./sentence.ts";
import { Lexer, type Piece, type Token } from "./tokens.ts";

/** What a text says of the doctrine. UTF-16 offsets. */
interface ReadMentions {
  /** In text order, never overlapping. */
  readonly mentions: readonly Mention[];
  /** What looks like a reference to the doctrine, or one of its §, and belongs to no mention; in text order. */
  readonly unread: readonly Piece[];
}

/**
 * Reads every mention of the doctrine in a text that people wrote, with what its sentence says of it
 * (docs/decisions.md, « Citations checked »). Linear time. `series` that exist allow identifiers without « BOI- »; the
 * text is read up to the sentence that exceeds `most` mentions.
 */
export function readMentions(
  source: string,
  series: ReadonlySet<string>,
  written: EvenedText = evenOut(source),
  quotes: readonly Piece[] = readQuotes(source),
  most = Number.POSITIVE_INFINITY,
): ReadMentions {
  const { texte, sourceOffset } = written;
  const cursor = new Cursor(texte);
  const lexer = new Lexer(texte, cursor, series);
  const quoted = longOnes(quotes, written);
  const memory: Memory = {
    last: null,
    isLast: false,
    above: null,
    readTo: 0,
    sentenceEnd: 0,
    quoted: [...quoted],
  };
  const mentions: Mention[] = [];
  const unread: Piece[] = [];
  for (const { start, end } of tellingSentences(texte, quoted)) {
    const tokens = lexer.read(start, end);
    const read = readSentence(texte, cursor, tokens, memory);
    mentions.push(...read.drafts.flatMap((draft) => draft.mentions()));
    unread.push(...read.unread);
    if (tokens.some(isHint)) unread.push(...lookalikes(texte, { start, end }, series, read));
    if (mentions.length > most) break;
  }
  if (memory.above !== null && memory.isLast) unread.push(...memory.above.numbers, ...memory.above.unread);
  // Offset of the character itself, after anything removed before it.
  const startOf = (offset: number) => sourceOffset(offset + 1) - 1;
  const placed = ({ start, end }: Piece): Piece => ({ start: startOf(start), end: sourceOffset(end) });
  return {
    mentions: mentions
      .sort((one, other) => one.start - other.start)
      .map((mention) => ({
        ...mention,
        start: startOf(mention.start),
        end: sourceOffset(mention.end),
        nameStart: mention.nameStart === null ? null : startOf(mention.nameStart),
        pgp: mention.pgp && { numero: mention.pgp.numero, ...placed(mention.pgp) },
        unread: mention.unread.map(placed),
        otherDay: mention.otherDay && placed(mention.otherDay),
      })),
    unread: unread.sort(byStart).map(placed),
  };
}

/** Whether a word begins what looks like a reference, when it is none of a name that was read. */
function isHint(token: Token): boolean {
  return token.kind === "word" && token.class === "noun" && HINTS.test(token.word);
}

const HINTS = /^(?:bo[id]|bodgi|bofip|actu|res|rescrits?|inst|instructions?)$/i;

/** What looks like a reference in a sentence and is in none of its mentions. */
function lookalikes(
  texte: string,
  { start, end }: Piece,
  series: ReadonlySet<string>,
  { drafts, unread }: ReadSentence,
): Piece[] {
  const placesRead = () => {
    const entries = drafts.flatMap((draft) => draft.entries);
    return [...entries, ...entries.flatMap((entry) => entry.unread), ...unread]
      .map((place) => ({ start: place.start - start, end: place.end - start }))
      .sort(byStart);
  };
  const found = findUnread(texte.slice(start, end), series, placesRead);
  return found.map((place) => ({ start: place.start + start, end: place.end + start }));
}

function byStart(one: Piece, other: Piece): number {
  return one.start - other.start;
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

/** A stop before a capital, an empty line, or the line of an item, a footnote, a row or a quotation set apart. */
const END =
  /[.!?…](?: ?[)»"”’\]])?(?=[ \n]+[-"«“(*]*[ \n]?\p{Lu})|\n[ \n]*\n|\n(?=[ \t]{0,3}(?:[-*•>|–]|\d{1,3}[.)] |\(\d{1,3}\)|\[\d{1,3}\]))/gu;
/** A full stop after one of these does not end a sentence. */
const ABBREVIATION =
  /(?<![\p{L}])(?:art|al|cf|voir|v|comp|rappr|p|pp|n|no|nos|obs|éd|ann|adm|doc|spéc|not|op|loc|inst|conv|concl|comm|dr|fisc|rép|min|cons|cass|com|civ|soc|crim|rev|bull|gaz|janv|févr|avr|juill|sept|oct|nov|déc|M|MM|Mme|Sté|L|R|D|A|para|par|pt|pts|id|ibid|préc)$/iu;
const LONGEST_ABBREVIATION = 6;

function* sentencesOf(texte: string, quoted: readonly Piece[]): Generator<Piece> {
  let start = 0;
  let next = 0;
  for (const { 0: mark, index } of texte.matchAll(END)) {
    while ((quoted[next]?.end ?? Number.POSITIVE_INFINITY) <= index + mark.length) next += 1;
    if ((quoted[next]?.start ?? Number.POSITIVE_INFINITY) < index) continue;
    if (mark === "." && ABBREVIATION.test(texte.slice(Math.max(0, index - LONGEST_ABBREVIATION), index)))
      continue;
    const end = index + mark.length;
    yield { start, end };
    start = end;
  }
  if (start < texte.length) yield { start, end: texte.length };
}

/** What makes a sentence worth reading: a document's name in any form, an address, a § sign, « ibid. ». */
const SIGNS =
  /BO[IFD]|[Bb][Oo](?:[Ii]|[Ff][Ii][Pp])-|[Aa][Cc][Tt][Uu][-_/. ]|PGP|pgp|identifiant[=%]|https?:|www\.|\.fr\/|RES[ \n]|[Rr]escrit|DB \d|D\. ?adm|[Dd]oc|\d[ -]?[A-Z]{1,2}-|[A-Z]{2}-\d|§|¶|[Pp]ara|[Ii]bid|[Ii]d(?:em)?\.|[Ll]oc\. ?cit|ommentaires|[Ii]nst(?:ruction|\.)/g;

/** The sentences that have one, in order; none ends in a quotation. Linear time. */
function* tellingSentences(texte: string, quoted: readonly Piece[]): Generator<Piece> {
  let sign = nextSign(texte, 0);
  for (const sentence of sentencesOf(texte, quoted)) {
    if (sign === null) return;
    if (sign >= sentence.end) continue;
    yield sentence;
    sign = nextSign(texte, sentence.end);
  }
}

function nextSign(texte: string, from: number): number | null {
  SIGNS.lastIndex = from;
  return SIGNS.exec(texte)?.index ?? null;
}
