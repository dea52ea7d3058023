import { isRealDate } from "../identifiers/identifier.ts";
import type { Cursor } from "../reading/cursor.ts";

const DAY_MS = 86_400_000;

/** The previous day, both `YYYY-MM-DD`. */
export function dayBefore(day: string): string {
  return shifted(day, -1);
}

/** The next day, both `YYYY-MM-DD`. */
export function dayAfter(day: string): string {
  return shifted(day, 1);
}

/** Number of days between two days; negative when `to` comes first. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

function shifted(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, "YYYY-MM-DD".length);
}

/** Days from one to another, `YYYY-MM-DD`. */
export interface Period {
  /** Included. */
  readonly debut: string;
  /** Excluded; null when no end is known. */
  readonly fin: string | null;
}

const IN_PARIS = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Paris" });
const HOUR_MS = 3_600_000;

let lastHour = Number.NaN;
let lastDay = "";

/**
 * The date `YYYY-MM-DD` in Paris, as all the doctrine's dates. Formatting costs as much as a cached answer: the last
 * day is reused within its hour, Paris being whole hours from UTC since 1911.
 */
export function parisDay(instant: Date): string {
  const hour = Math.floor(instant.getTime() / HOUR_MS);
  if (hour !== lastHour) {
    lastDay = IN_PARIS.format(instant);
    lastHour = hour;
  }
  return lastDay;
}

/** Whether a text is an instant as RFC 3339 writes it (5.6), of a day of the calendar. */
export function isInstant(text: string): boolean {
  const isWritten = /^[\d-]{10}T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(text);
  return isWritten && isRealDate(text.slice(0, 10)) && !Number.isNaN(Date.parse(text));
}

const MONTHS = [
  ...["janvier", "février", "mars", "avril", "mai", "juin"],
  ...["juillet", "août", "septembre", "octobre", "novembre", "décembre"],
];

/** A day `YYYY-MM-DD` in French words: « 14 avril 2025 », « 1er mai 2025 ». */
export function frenchDate(day: string): string {
  const [year = "", month = "", date = ""] = day.split("-");
  return `${date === "01" ? "1er" : Number(date)} ${MONTHS[Number(month) - 1] ?? month} ${year}`;
}

/** A date as written in a text; null when it is not in the calendar. */
export interface WrittenDate {
  /** `YYYY-MM-DD`. */
  readonly date: string | null;
}

const ISO = /(\d{4})-(\d\d)-(\d\d)(?!-?\d)/uy;
const NUMERIC = /(\d{1,2})\s?[/.-]\s?(\d{1,2})\s?[/.-]\s?(\d{4})(?!\d)/uy;
const IN_WORDS = /(\d{1,2})(?:\s?er)?\s?([\p{L}\p{M}]{3,12})\.?\s?(\d{4})(?!\d)/iuy;

/** Reads « 2024-01-18 », « 18/01/2024 », « 18 janvier 2024 », « 1er févr. 2024 », « 1eraoût 2024 » (glued); else null. */
export function takeDate(cursor: Cursor): WrittenDate | null {
  const iso = cursor.take(ISO);
  if (iso) return dayOf(iso[1], iso[2], iso[3]);
  const numeric = cursor.take(NUMERIC);
  if (numeric) return dayOf(numeric[3], numeric[2], numeric[1]);
  return cursor.attempt(() => {
    const [, day, word = "", year] = cursor.take(IN_WORDS) ?? [];
    const month = monthOf(word);
    return month === null ? null : dayOf(year, String(month), day);
  });
}

/** From 1; unambiguous abbreviations count (« févr. », « sept »). */
function monthOf(word: string): number | null {
  const beginning = withoutAccents(word.toLowerCase());
  const [month, other] = PLAIN_MONTHS.filter((name) => name.startsWith(beginning));
  return month === undefined || other !== undefined ? null : PLAIN_MONTHS.indexOf(month) + 1;
}

const PLAIN_MONTHS = MONTHS.map(withoutAccents);

function withoutAccents(word: string): string {
  return word.normalize("NFD").replace(/\p{M}/gu, "");
}

function dayOf(year = "", month = "", day = ""): WrittenDate {
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return { date: isRealDate(date) ? date : null };
}
