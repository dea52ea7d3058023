import {
  asciiUpperCase,
  BOI_ID,
  isRealDate,
  MAX_IDENTIFIER_LENGTH,
  SEGMENT,
  splitIdentifier,
} from "../identifiers/identifier.ts";
import type { Cursor } from "../reading/cursor.ts";

/** What a citation names: a document, an actualité, or something that can't be looked up. */
export interface Subject {
  /** Without date; null for anything but a current document. */
  readonly boiId: string | null;
  /** As written, dated or not, in capitals and without line breaks; empty unless it names a document. */
  readonly identifiant: string;
  /** Date of the named edition, `YYYY-MM-DD`, or null. */
  readonly edition: string | null;
  /** Why no document can be looked up, or null. */
  readonly fault: "ancienne" | "illisible" | null;
  /** Identifier of the cited actualité; null for a document. */
  readonly actualite: string | null;
}

const ROMAN_ALONE = String.raw`[IVX]+(?![A-Z\d])`;
/** Capitals after an identifier that are not its next segment. */
const OTHER_WORD =
  "(?:ACTU|AN|ART|AUX?|BO|BOI|BOFIP|CAA|CE|CF|CGI|CJUE|DB|DES|DU|EN|ET|JO|LES?|LPF|OU|PAR|PT|RES|SES|SON|TA|VOIR)(?![A-Z])";

const AFTER_SPACE = String.raw`(?!${ROMAN_ALONE})[A-Z]{2,8}(?![a-zà-ÿ])|\d{1,8}(?![\p{L}\d]|[,.]\d| ?(?:%|€|euros))`;
const BEFORE_HYPHEN = String.raw`\n-(?=[A-Z\d]{1,8}[-,.;:)\]])| -(?=(?!${ROMAN_ALONE})[A-Z]{2,8}(?![a-zà-ÿ])|\d{1,3}-\d)`;
/** « BOI-IR-PAS 20-20-20 », as the doctrine itself writes it. */
const MISSING = String.raw` (?=(?!${OTHER_WORD})[A-Z]{2,8}-\d{2,3}(?!\d)|\d{2,3}(?:-\d{2,3})+(?![\d\p{L}/-]| ?(?:%|€|euros)))`;
/** A hyphen, with a line break beside it or, when the identifier goes on, a space; or the space in its place. */
const HYPHEN = String.raw`(?:-(?: ?\n ?| (?=${AFTER_SPACE}))?|${BEFORE_HYPHEN}|${MISSING})`;
const NEXT = String.raw`(?:${HYPHEN}(?!\d{1,2}/\d{1,2}/\d{4})${SEGMENT})`;

const PLAIN = new RegExp(`BOI(?:${NEXT}|[ \n](?=[A-Z]{2,8}-[A-Zd])${SEGMENT})${NEXT}*`, "uy");
/** The form used by the Revue fiduciaire: « BOFiP-IR-LIQ-20-20-20-§ 30-18/01/2024 ». */
const REVIEWED = new RegExp(`BOF[iI][pP]${NEXT}{2,}`, "uy");
/** In lower case, no capital marks the start of the next word: segments are kept short. */
const SMALL =
  /bo(?:i|fip(?!-imp))(?:-(?: ?\n ?| (?=[a-z]{1,7}-|\d))?(?!\d{1,2}\/\d{1,2}\/\d{4})(?:[a-z]{1,7}\d{0,4}|\d{1,8})(?![a-z]))+/iuy;
const GOES_ON_SMALL = /-[a-z]{1,7}-\d/uy;
const SPACED = new RegExp(`BOI - ${SEGMENT}(?:(?: - ${SEGMENT})+|${NEXT}+)?`, "uy");
const ANNOUNCEMENT = /ACTU(?:-(?: ?\n ?| )?)(\d{4})(?:-(?: ?\n ?| )?)(\d{5})(?!\d)/iuy;

/** « BOI-RFPI-PVI-… », « BOI-IR-XX-?? »: part of the identifier is omitted; « BOI-IR-LIQ ? » is a question. */
const LEFT_OUT = /-? ?(?:…|\.{2,}|\[(?:…|\.{2,})\]|\?{2,})|-\?/uy;
const PLACE = String.raw`,?[ \n]?(?:§|[Nn]°)`;
/** Continues after another mark than a hyphen (« BOI-IR/RICI », « BOI-IR RICI »): cut, it names another document. */
const GOES_ON_OTHERWISE = new RegExp(
  String.raw`(?:(?:[/_]|--|\.(?=\d{2,3}(?:[.-]\d|(?!\d))))(?!${OTHER_WORD})(?:[A-Z]{2,8}|\d{2,3})(?![a-zà-ÿ\d])| (?!${ROMAN_ALONE}|${OTHER_WORD})(?:[A-Z]{2,8}|\d{2,3})(?=(?: \d{2,3})*${PLACE}))(?:[-/_.][A-Z\d]{1,12}(?![a-zà-ÿ])| \d{2,3}(?![\d\p{L}]))*`,
  "uy",
);
/** « BOI RFPI PVI 10 », whose end can't be distinguished from what follows; « BOI-… ». */
const UNREADABLE = /BOI(?:(?: [A-Z]{2,6}){1,4}(?: \d{2,3}){1,5}|-?(?:…|\.{3}|\?{1,5}))/uy;

const OLD = String.raw`\d{1,2}[ -]?[A-Z]{1,2}-(?: ?\n ?)?\d{1,3}-(?: ?\n ?)?\d\d(?:\d\d)?(?![\p{L}\d-])`;
const OLD_BASE = String.raw`(?:DB|D\. ?adm\.|[Dd]oc\. ?adm\.|[Dd]ocumentation (?:administrative|de base)) ?(?:n° ?)?\d{1,2} ?[A-Z]{1,2}[ -]?\d{1,5}(?![\p{L}\d-])`;
const OLD_RULING = String.raw`(?:RES|[Rr]escrits?(?: fiscal)?)[ \n](?:[Nn][°ºo][ \n]?)?\d{4}[/-]\d{1,3}(?![\p{L}\d/-])(?: \([A-Z]{1,5}\))?`;
const OLD_FORM = new RegExp(`(?:BOI(?: n°)? )?${OLD}|${OLD_BASE}|${OLD_RULING}`, "uy");

/** Source of the start of every citation's name, which texts may glue to the preceding word: « auBOI-IR-20 ». */
export const NAME_BEGINS = String.raw`(?:(?<![A-Z])|(?<=%3D))BOI(?=\n?-| - ?[A-Z]| [A-Z\dn]|\n[A-Z]{2,8}-)|(?<=(?<!\p{L})(?:au|aux|du|le|les|des|voir|cf)?)[Bb][Oo](?:[Ii]|[Ff][Ii][Pp](?!-[Ii][Mm][Pp]))(?=-[ \n]{0,2}\p{L})|(?<![\p{L}\d-])(?:[Aa][Cc][Tt][Uu](?=-)|(?=RES[ \n][Nn\d]|[Rr]escrits?(?: fiscal)?[ \n][Nn\d]))|(?<![\p{L}\d-])(?=\d{1,2}[ -]?[A-Z]{1,2}-)|(?<!\p{L})(?=DB \d|D\. ?adm|[Dd]oc\. ?adm|[Dd]ocumentation )`;

/** Regular expression source of the first characters of `NAME_BEGINS`, cheap to search for. */
export const NAME_START = String.raw`[Bb][Oo](?:[Ii][- \n]|[Ff][Ii][Pp]-)|[Aa][Cc][Tt][Uu]-|RES[ \n]|[Rr]escrit|\d{1,2}[ -]?[A-Z]|DB |D\.|[Dd]oc`;

/** Reads the name of a document in any spelling, or in one of its old forms. */
export function takeSubject(cursor: Cursor): Subject | null {
  const [, year, rank] = cursor.take(ANNOUNCEMENT) ?? [];
  if (year !== undefined) return { ...NAMELESS, actualite: `ACTU-${year}-${rank}` };
  const written = takeIdentifier(cursor);
  if (written !== null)
    return cursor.take(LEFT_OUT) || cursor.take(GOES_ON_OTHERWISE) ? ILLEGIBLE : subjectOf(written);
  if (cursor.take(OLD_FORM)) return { ...ILLEGIBLE, fault: "ancienne" };
  return cursor.take(UNREADABLE) ? ILLEGIBLE : null;
}

const NAMELESS = { boiId: null, identifiant: "", edition: null, fault: null, actualite: null };
const ILLEGIBLE: Subject = { ...NAMELESS, fault: "illisible" };

function takeIdentifier(cursor: Cursor): string | null {
  const start = cursor.at;
  const plain = (cursor.take(PLAIN) ?? cursor.take(REVIEWED))?.[0];
  if (plain === undefined) return (cursor.take(SMALL) ?? cursor.take(SPACED))?.[0] ?? null;
  if (!cursor.sees(GOES_ON_SMALL)) return plain;
  const end = cursor.at;
  cursor.at = start;
  const small = cursor.take(SMALL)?.[0];
  cursor.at = Math.max(cursor.at, end);
  return small ?? plain;
}

/** The document that an identifier names, as written, « BOI- » included. */
export function subjectOf(written: string): Subject {
  if (BOI_ID.test(written) && written.length <= MAX_IDENTIFIER_LENGTH && !ISO_END.test(written)) {
    const { id, date } = splitIdentifier(written);
    return { ...NAMELESS, boiId: id, identifiant: written, edition: date };
  }
  const segments = written.replace(/^bo(?:i|fip)[ \n]?-?[ \n]*/i, "").replace(/-?[ \n]+(?:-[ \n]*)?/g, "-");
  const identifiant = `BOI-${asciiUpperCase(segments)}`;
  if (identifiant.length > MAX_IDENTIFIER_LENGTH) return ILLEGIBLE;
  const { id, date } = splitIdentifier(identifiant.replace(ISO_END, withoutHyphens));
  return { ...NAMELESS, boiId: id, identifiant, edition: date };
}

/** An ISO date at the end: « BOI-IR-LIQ-20-10-2024-01-18 ». */
const ISO_END = /-\d{4}-\d\d-\d\d$/;

function withoutHyphens(end: string): string {
  const date = end.slice(1);
  return isRealDate(date) ? `-${date.replaceAll("-", "")}` : end;
}
