import { isRealDate } from "./identifier.ts";

const MONTHS = "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split(
  " ",
);

const ISO = /(\d{4})-(\d\d)-(\d\d)(?!\d)/uy;
const SLASHED = /(\d{1,2})[/.](\d{1,2})[/.](\d{4})(?!\d)/uy;
const IN_WORDS = new RegExp(String.raw`(\d{1,2})(?:er)?\s(${MONTHS.join("|")})\s(\d{4})(?!\d)`, "iuy");

/** A day as a text writes it. */
export interface WrittenDate {
  /** `YYYY-MM-DD`, a real day. */
  readonly date: string;
  /** UTF-16 offset after it. */
  readonly end: number;
}

/** The date that a text has at an offset: `2024-01-18`, `18/01/2024`, « 1er mai 2025 »; null when it has none there. */
export function readWrittenDate(text: string, at: number): WrittenDate | null {
  for (const pattern of [ISO, SLASHED, IN_WORDS]) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found === null) continue;
    const [first, second = "", third] = found.slice(1);
    const date = pattern === ISO ? dayOf(first, second, third) : dayOf(third, monthNumber(second), first);
    return date === null ? null : { date, end: at + found[0].length };
  }
  return null;
}

/** `YYYY-MM-DD`, or null for a day that does not exist. */
export function dayOf(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
): string | null {
  if (year === undefined || month === undefined || day === undefined) return null;
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isRealDate(date) ? date : null;
}

function monthNumber(month: string): string {
  const position = MONTHS.indexOf(month.toLowerCase());
  return position < 0 ? month : String(position + 1);
}
