/** Public pattern of a document's identifier (contract, « Document identifier »). */
export const BOI_ID = /^BOI-[A-Z0-9-]+$/;

/** Identifier of an actualité, which is no document: `ACTU-2014-00076`. */
export const ACTU_ID = /^ACTU-\d{4}-\d{5}$/;

// A segment is letters, digits, or letters then digits (COVID19). The source glues words to identifiers
// (« auBOI-IR-BASE-10Les ») : a capital followed by a small letter begins the next word.
const SEGMENT = String.raw`(?:[A-Z]+\d+|[A-Z]+(?![a-zà-ÿ])|\d+)`;

/** Every identifier of a document or of an actualité in running text, dated or not. */
export const IDENTIFIERS_IN_TEXT = new RegExp(
  String.raw`(?<![A-Z])(?:BOI(?:-${SEGMENT})+|ACTU-\d{4}-\d{5}(?!\d))`,
  "g",
);

/** An identifier as the source writes it, split into the document's own and the edition's date. */
export interface DatedIdentifier {
  readonly id: string;
  /** `YYYY-MM-DD`, or null when the identifier carries no date. */
  readonly date: string | null;
}

/**
 * Splits `BOI-IR-LIQ-20-10-20250414` into `BOI-IR-LIQ-20-10` and `2025-04-14`. Eight last digits that form
 * no real date belong to the identifier, as do those of an identifier without any other segment.
 */
export function splitIdentifier(identifier: string): DatedIdentifier {
  const match = /^(.+-.+)-(\d{4})(\d\d)(\d\d)$/.exec(identifier);
  if (!match) return { id: identifier, date: null };
  const [, id = identifier, year, month, day] = match;
  const date = `${year}-${month}-${day}`;
  return isRealDate(date) ? { id, date } : { id: identifier, date: null };
}

/** Whether a string is a `YYYY-MM-DD` day of the calendar: 2023-02-29 is not, nor is any day of a year 0. */
export function isRealDate(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(text);
}

/** What an address of the official site names. */
export interface Permalink {
  readonly pgp: number | null;
  readonly identifier: DatedIdentifier | null;
}

/**
 * Reads the PGP number and the dated identifier of an official address,
 * `https://bofip.impots.gouv.fr/bofip/2491-PGP.html/identifiant=BOI-IR-LIQ-20-10-20250414`; either may lack.
 */
export function readPermalink(url: string): Permalink {
  const pgp = /(?<!\d)(\d{1,9})-PGP\b/.exec(url)?.[1];
  const identifier = /\bidentifiant=((?:BOI|ACTU)-[A-Z0-9-]*[A-Z0-9])/.exec(url)?.[1];
  return {
    pgp: pgp === undefined ? null : Number(pgp),
    identifier: identifier === undefined ? null : splitIdentifier(identifier),
  };
}
