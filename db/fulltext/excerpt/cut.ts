import { sentenceStarts } from "./sentences.ts";

/** A stretch of a text, UTF-16 offsets. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Where a line may break: not at a non-breaking space, nor inside a thousands group. */
const FIRST_SPACES = /[ \t\r\n]+(?!\d{3})/u;
const LAST_SPACE = /[ \t\r\n](?!\d{3})[^ \t\r\n]*$/u;

/** The first start of a word, after a space, from `least` on; `most` when there is none before. */
export function wordStart(text: string, least: number, most: number): number {
  const space = FIRST_SPACES.exec(text.slice(least - 1, most));
  return space === null ? most : least - 1 + space.index + space[0].length;
}

/** The last end of a word, before a space, up to `most`; null when there is none after `least`. */
export function wordEnd(text: string, least: number, most: number): number | null {
  if (most >= text.length) return text.trimEnd().length;
  const space = LAST_SPACE.exec(text.slice(least, most + 1));
  const end = text.slice(least, least + (space?.index ?? 0)).trimEnd().length;
  return end === 0 ? null : least + end;
}

/** What is written of a stretch, with `…` at an end that cuts a sentence. */
export function withEllipses(text: string, { start, end }: Range, written: string): string {
  const leading = isSentenceStart(text, start) ? "" : "…";
  const trailing = isSentenceEnd(text, end) ? "" : "…";
  return leading + written + trailing;
}

/** Text as HTML, on one line. */
export function escaped(text: string): string {
  const line = text.replace(/[\t\n\r ]+/gu, " ");
  return line.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function isSentenceStart(text: string, start: number): boolean {
  return sentenceStarts(text, start, start).length > 0;
}

function isSentenceEnd(text: string, end: number): boolean {
  const next = end + (/^\s*/u.exec(text.slice(end, end + 32))?.[0].length ?? 0);
  return next >= text.trimEnd().length || isSentenceStart(text, next);
}
