import { readArticle } from "../../../../bofip/law/article-number.ts";
import { findCode } from "../../../../bofip/law/codes.ts";
import type { Mention } from "../../../../bofip/law/mentions/read-mentions.ts";
import type { Cursor } from "../../../../bofip/reading/cursor.ts";
import { isStopWord } from "../../analyzer/index.ts";
import type { Stretch } from "../stretches.ts";

/** An article in a query, as its author writes it. */
export interface TypedArticle {
  /** The code that the query names, or null. */
  readonly code: string | null;
  /** Its normalised number in the CGI, where « 39-1 » is 1 of article 39. */
  readonly inTaxCode: string;
  /** Its normalised number in any other code. */
  readonly plain: string;
}

/** With what introduces it and its code: « article 244 bis A du CGI ». UTF-16 offsets. */
interface PlacedArticle extends TypedArticle {
  /** Start of its number or, when that is digits alone, of the word « article » before it. */
  readonly start: number;
  readonly wholeStart: number;
  readonly wholeEnd: number;
}

const FIRST = /(?:1 ?er|premier)(?!\p{L})/iuy;
const NUMBER_START = /(?:(?:l\.? ?o|[lrd])(?:\.? ?\*|\*\.?|\.)? ?|A\. ?)?\d{1,4}(?!\d)/iuy;
/** A part after the first digits: « undecies », « -0 », « A ». */
const PART = /([ -]?)(\d{1,4}(?!\d)|\p{L}+)(?![\p{L}\p{N}])/uy;
const ADVERB = String.raw`(?:bis|ter|quater|\p{L}*(?:decies|vicies|tricies|quadragies|quinquagies)|(?:quinqu|sex|sept|oct|non|nov)ies)`;
const LATIN = new RegExp(`^${ADVERB}$`, "iu");
/** « undeciesB », « bisA ». */
const LATIN_AND_LETTER = new RegExp(`^${ADVERB}\\p{L}$`, "iu");
const ANNOUNCED = /(?<!\p{L})art(?:icle)?s?\.? ?$/iu;
const PREFIXED = /^(?:l|r|d)(?:\.? ?o)?[.* ]*\d|^A\./iu;
const MOST_PARTS = 6;

/**
 * Reads the article at the cursor in any usual form and case (`244 bis A`, `l80 b`, `199undecies B`), with the code
 * named beside it. A number alone is an article after « article », with a code, or when its form is an article's.
 * @param mentions those of the text that name their code.
 */
export function takeArticle(
  cursor: Cursor,
  texte: string,
  mentions: () => readonly Mention[],
): PlacedArticle | null {
  return cursor.attempt(() => {
    const start = cursor.at;
    const ends = endsOf(cursor);
    for (const end of ends.toReversed()) {
      const typed = texte.slice(start, end);
      const inTaxCode = readArticle(typed, true);
      const plain = readArticle(typed, false);
      if (inTaxCode === null || plain === null) continue;
      const announced = ANNOUNCED.exec(texte.slice(0, start));
      const beside = codeBeside(texte, { start, end }, inTaxCode, mentions());
      cursor.at = end;
      if (announced === null && beside === null && !isShaped(typed)) return null;
      const { code = null, from = start, to = end } = beside ?? {};
      const announcedStart = announced?.index ?? start;
      const wholeStart = Math.min(from, announcedStart);
      const isBare = /^\d+$/.test(typed);
      return { code, inTaxCode, plain, start: isBare ? announcedStart : start, wholeStart, wholeEnd: to };
    }
    return null;
  });
}

/** Every offset at which the number that starts at the cursor may end. */
function endsOf(cursor: Cursor): number[] {
  if (cursor.take(FIRST) !== null) return [cursor.at];
  if (cursor.take(NUMBER_START) === null) return [];
  const ends = [cursor.at];
  while (ends.length <= MOST_PARTS) {
    const [, joint, part] = cursor.take(PART) ?? [];
    if (part === undefined || !isPart(part, joint === "")) break;
    ends.push(cursor.at);
  }
  return ends;
}

/** Letters of a number are one or two; those of a code or of a word are not. */
function isPart(part: string, isGlued: boolean): boolean {
  if (isGlued && LATIN_AND_LETTER.test(part)) return true;
  if (/^\d+$/.test(part) || LATIN.test(part)) return true;
  const isShort = part.length === 1 || (part.length === 2 && part === part.toUpperCase());
  return isShort && !isStopWord(part) && findCode(part) === null;
}

function isShaped(typed: string): boolean {
  if (/^(?:1 ?er|premier)$/iu.test(typed)) return false;
  return PREFIXED.test(typed) || /\d ?-?\p{L}|-0/u.test(typed);
}

/** Words between a number and its code. */
const JOINT = /^,? ?(?:(?:du|de la|de l'|des|au) ?)?/iu;
const ANNEX =
  /^(?:annexe|ann\.?) ?(IV|I{1,3})(?!\p{L})(?: (?:(?:du|au) )?(?:cgi|code général des impôts))?/iu;
const BEFORE_NUMBER = /,? ?(?:art(?:icle)?s?\.?)? ?$/iu;
const LONGEST_CODE = 10;

interface CodeBeside {
  readonly code: string;
  readonly from: number;
  readonly to: number;
}

function codeBeside(
  texte: string,
  { start, end }: Stretch,
  article: string,
  mentions: readonly Mention[],
): CodeBeside | null {
  const mention = mentions.find(
    (one) => one.start < end && one.end > start && (one.article === article || one.etendue !== null),
  );
  if (mention !== undefined) return { code: mention.code, from: mention.start, to: mention.end };
  const joint = end + (JOINT.exec(texte.slice(end))?.[0].length ?? 0);
  const after = texte.slice(joint);
  const [annexed = "", annex] = ANNEX.exec(after) ?? [];
  if (annex !== undefined) {
    const code = findCode(`CGI, ann. ${annex.toUpperCase()}`);
    return code === null ? null : { code, from: start, to: joint + annexed.length };
  }
  const words = after.split(" ", LONGEST_CODE);
  const named = longestCode(words.map((_, count) => words.slice(0, words.length - count).join(" ")));
  if (named !== null) return { code: named.code, from: start, to: joint + named.written.length };
  const before = texte.slice(0, start).replace(BEFORE_NUMBER, "");
  const ahead = before.split(" ").slice(-LONGEST_CODE);
  const led = longestCode(ahead.map((_, from) => ahead.slice(from).join(" ")));
  return led && { code: led.code, from: before.length - led.written.length, to: end };
}

/** @param writings the longest first. */
function longestCode(
  writings: readonly string[],
): { readonly code: string; readonly written: string } | null {
  for (const written of writings) {
    const code = written === "" ? null : findCode(written);
    if (code !== null) return { code, written };
  }
  return null;
}
