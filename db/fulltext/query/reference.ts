import { asciiUpperCase, isRealDate, MAX_IDENTIFIER_LENGTH } from "../../bofip/identifier.ts";

/** A document that a query names, and where in it. */
export interface Reference {
  /** Without date, in capitals. */
  readonly boiId: string;
  /** The identifier as the query writes it. */
  readonly written: string;
  /** Day of an edition, `YYYY-MM-DD`. */
  readonly date: string | null;
  /** Number of a §. */
  readonly paragraphe: string | null;
}

const IDENTIFIER = /^(BOI(?:-[A-Z0-9]+)+?)(?:-(\d{4})(\d\d)(\d\d))?(?![A-Z0-9-])/i;
const MONTHS = "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split(
  " ",
);

const SEPARATORS = /[\s,;()]*/uy;
const PARAGRAPH = /(?:§|n°|nº|no(?=\s))\s?(\d{1,5}(?:\s(?:bis|ter|quater))?)(?![\p{L}\p{N}])/iuy;
const VERSION = /(?:version\s)?(?:du\s)?/iuy;
const ISO_DATE = /(\d{4})-(\d\d)-(\d\d)(?!\d)/uy;
const SLASHED_DATE = /(\d{1,2})[/.](\d{1,2})[/.](\d{4})(?!\d)/uy;
const WRITTEN_DATE = new RegExp(String.raw`(\d{1,2})(?:er)?\s(${MONTHS.join("|")})\s(\d{4})(?!\d)`, "iuy");
const FINGERPRINT = /empreinte\s[0-9a-f]{12,64}(?![0-9a-z])/iuy;

/**
 * Reads a query that is an identifier, dated or not, or an identifier followed by « § 50 », « n° 50 », a date or a
 * citation's own words (`BOI-IR-LIQ-20-10, § 50, version du 18 janvier 2024`). Null for any other query.
 */
export function readReference(query: string): Reference | null {
  const text = query.trim();
  const [written, id, ...suffix] = IDENTIFIER.exec(text) ?? [];
  if (written === undefined || id === undefined || written.length > MAX_IDENTIFIER_LENGTH) return null;
  let date = dateOf(suffix);
  let paragraphe: string | null = null;
  for (let at = written.length; at < text.length; ) {
    at += matchAt(SEPARATORS, text, at)?.[0].length ?? 0;
    if (at >= text.length) break;
    const piece = pieceAt(text, at);
    if (piece === null) return null;
    date = piece.date ?? date;
    paragraphe = piece.paragraphe ?? paragraphe;
    at = piece.end;
  }
  return { boiId: asciiUpperCase(id), written, date, paragraphe };
}

interface Piece {
  readonly date?: string | null;
  readonly paragraphe?: string;
  readonly end: number;
}

function pieceAt(text: string, at: number): Piece | null {
  const paragraph = matchAt(PARAGRAPH, text, at);
  if (paragraph !== null) return { paragraphe: paragraph[1] ?? "", end: at + paragraph[0].length };
  const fingerprint = matchAt(FINGERPRINT, text, at);
  if (fingerprint !== null) return { end: at + fingerprint[0].length };
  return datePieceAt(text, at + (matchAt(VERSION, text, at)?.[0].length ?? 0));
}

function datePieceAt(text: string, at: number): Piece | null {
  const iso = matchAt(ISO_DATE, text, at);
  const local = matchAt(SLASHED_DATE, text, at) ?? matchAt(WRITTEN_DATE, text, at);
  const found = iso ?? local;
  if (found === null) return null;
  const [first, second = "", third] = found.slice(1);
  const date = iso === null ? dateOf([third, monthNumber(second), first]) : dateOf([first, second, third]);
  return date === null ? null : { date, end: at + found[0].length };
}

function monthNumber(month: string): string {
  const position = MONTHS.indexOf(month.toLowerCase());
  return position < 0 ? month : String(position + 1);
}

function dateOf([year, month, day]: readonly (string | undefined)[]): string | null {
  if (year === undefined || month === undefined || day === undefined) return null;
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isRealDate(date) ? date : null;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
