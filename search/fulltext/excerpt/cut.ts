import { sentenceStarts } from "./sentences.ts";

/** A stretch of a text, UTF-16 offsets. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

const SPACES = /[ \t\r\n]+/gu;

/** The first start of a word, after a space, from `least` on; `most` if there is none before it. */
export function wordStart(text: string, least: number, most: number): number {
  SPACES.lastIndex = Math.max(0, least - 1);
  for (let space = SPACES.exec(text); space !== null && space.index < most; space = SPACES.exec(text)) {
    if (!isInNumber(text, space.index)) return Math.min(most, SPACES.lastIndex);
  }
  return most;
}

/** The last end of a word, before a space, up to `most`; null if there is none after `least`. */
export function wordEnd(text: string, least: number, most: number): number | null {
  if (most >= text.length) return text.trimEnd().length;
  for (let at = most; at > least; at -= 1) {
    if (!isSpace(text, at) || isInNumber(text, at)) continue;
    const end = text.slice(least, at).trimEnd().length;
    return end === 0 ? null : least + end;
  }
  return null;
}

/** Non-breaking spaces do not count. */
function isSpace(text: string, at: number): boolean {
  return " \t\r\n".includes(text.charAt(at));
}

/** Whether the space separates thousands: « 10 000 », not « janvier 2010 » or « le 31 2010 ». */
function isInNumber(text: string, at: number): boolean {
  return /\d/u.test(text.charAt(at - 1)) && /^ \d{3}(?!\d)/u.test(text.slice(at, at + 5));
}

/** Adds `…` to the text of a stretch, at each end that cuts a sentence. */
export function withEllipses(text: string, { start, end }: Range, written: string): string {
  const leading = isSentenceStart(text, start) ? "" : "…";
  const trailing = isSentenceEnd(text, end) ? "" : "…";
  return leading + written + trailing;
}

/** Escapes text as HTML, on one line. */
export function escaped(text: string): string {
  const line = text.replace(/[\t\n\r ]{2,}|[\t\n\r]/gu, " ");
  return line.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function isSentenceStart(text: string, start: number): boolean {
  return sentenceStarts(text, start, start).length > 0;
}

function isSentenceEnd(text: string, end: number): boolean {
  const next = end + (/^\s*/u.exec(text.slice(end, end + 32))?.[0].length ?? 0);
  return next >= text.trimEnd().length || isSentenceStart(text, next);
}

/** docs/decisions.md, « Search hit »: about as many characters, entities not counted. */
const PASSAGE_LENGTH = 400;

/** The beginning of a passage: cut between words, `…` inside a sentence, HTML-escaped, without `<mark>`. */
export function passageExcerpt(texte: string, passage: Range, length = PASSAGE_LENGTH): string {
  const { end } = passage;
  const start = end - texte.slice(passage.start, end).trimStart().length;
  const most = start + length;
  const cut = end <= most ? end : (wordEnd(texte, start, most) ?? most);
  return withEllipses(texte, { start, end: cut }, escaped(texte.slice(start, cut))).normalize("NFC");
}
