import { asciiUpperCase, MAX_IDENTIFIER_LENGTH } from "../../bofip/identifier.ts";
import { dayOf, readWrittenDate } from "../../bofip/written-date.ts";

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
const SEPARATORS = /[\s,;()]*/uy;
const PARAGRAPH = /(?:§|n°|nº|no(?=\s))\s?(\d{1,5}(?:\s(?:bis|ter|quater))?)(?![\p{L}\p{N}])/iuy;
const VERSION = /(?:version\s)?(?:du\s)?/iuy;
const FINGERPRINT = /empreinte\s[0-9a-f]{12,64}(?![0-9a-z])/iuy;

/**
 * Reads a query that is an identifier, dated or not, or an identifier followed by « § 50 », « n° 50 », a date or a
 * citation's own words (`BOI-IR-LIQ-20-10, § 50, version du 18 janvier 2024`). Null for any other query.
 */
export function readReference(query: string): Reference | null {
  const text = query.trim();
  const [written, id, year, month, day] = IDENTIFIER.exec(text) ?? [];
  if (written === undefined || id === undefined || written.length > MAX_IDENTIFIER_LENGTH) return null;
  let date = dayOf(year, month, day);
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
  return readWrittenDate(text, at + (matchAt(VERSION, text, at)?.[0].length ?? 0));
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
