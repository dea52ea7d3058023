/** Public pattern of a document's identifier (docs/decisions.md, « Identifiers »). */
export const BOI_ID = /^BOI-[A-Z0-9-]+$/;

/** The pattern has no upper bound. The doctrine's longest identifiers have 33 characters, date included. */
export const MAX_IDENTIFIER_LENGTH = 64;

/** Whether a text may be the identifier of a document, dated or not. */
export function isDocumentId(text: string): boolean {
  return text.length <= MAX_IDENTIFIER_LENGTH && BOI_ID.test(text);
}

/** Whether the identifier of a document may begin so: `BOI`, `BOI-IR-LI`. */
export function isIdentifierStart(text: string): boolean {
  return text.length <= MAX_IDENTIFIER_LENGTH && /^BOI(?:-[A-Z0-9-]*)?$/.test(text);
}

/** Upper case for a to z only: Unicode's upper case also turns `ı`, `ſ` and `ß` into Latin capitals. */
export function asciiUpperCase(text: string): string {
  return text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}

/** Identifier of an actualité, which is not a document: `ACTU-2014-00076`. */
export const ACTU_ID = /^ACTU-\d{4}-\d{5}$/;

/**
 * Regular expression source of a segment in capitals: letters, digits, or letters then digits (COVID19). The source
 * sometimes glues the next word to an identifier (« auBOI-IR-BASE-10Les »): a capital followed by a lower-case letter
 * begins the next word, unless that word is in lower case (« BOI-IR-LIQet »).
 */
export const SEGMENT = String.raw`(?:[A-Z]+\d+|[A-Z]+(?=(?:et|ou|au|du|de|en|dans|qui)(?![a-zà-ÿ]))|[A-Z]+(?![a-zà-ÿ])|\d+)`;

/** Where the source breaks an identifier that clearly continues: « BOI-IR-PAS- 50-10 », « BOI-IR-PAS 20-20-20 ». */
const BREAK = String.raw`- (?=\d{1,3}-\d)| -(?=[A-Z]{2,8}-\d|\d{1,3}-\d)| (?=\d{2,3}(?:-\d{2,3})+(?![\d\p{L}/-]| ?(?:%|€|euros)))`;

/**
 * No identifier has as many segments. An expression without that bound is applied to a long run of them by an
 * interpreter, seventy times as slow.
 */
export const MANY_SEGMENTS = MAX_IDENTIFIER_LENGTH / 2;

const NEXT = String.raw`(?:(?:-|${BREAK})${SEGMENT})`;
const IDENTIFIERS_IN_TEXT = new RegExp(
  String.raw`(?<![A-Z])(?:BOI-${SEGMENT}${NEXT}{0,${MANY_SEGMENTS}}|ACTU-\d{4}-\d{5}(?!\d))`,
  "gu",
);
const MORE_SEGMENTS = new RegExp(`${NEXT}{1,${MANY_SEGMENTS}}`, "uy");

/** An identifier in running text, dated or not. UTF-16 offsets. */
interface WrittenIdentifier {
  /** Without the spaces that break it. */
  readonly written: string;
  readonly start: number;
  readonly end: number;
}

/** Every identifier of a document or an actualité in running text; a longer run of capitals does not match. */
export function findIdentifiers(text: string): WrittenIdentifier[] {
  const found: WrittenIdentifier[] = [];
  let read = 0;
  for (const { 0: words, index: start } of text.matchAll(IDENTIFIERS_IN_TEXT)) {
    if (start < read) continue;
    const end = start + words.length;
    const written = words.replace(/-? -?/g, "-");
    if (written.length <= MAX_IDENTIFIER_LENGTH) found.push({ written, start, end });
    else read = endOfSegments(text, end);
  }
  return found;
}

function endOfSegments(text: string, start: number): number {
  MORE_SEGMENTS.lastIndex = start;
  let end = start;
  while (MORE_SEGMENTS.test(text)) end = MORE_SEGMENTS.lastIndex;
  return end;
}

interface DatedIdentifier {
  readonly id: string;
  /** `YYYY-MM-DD`, or null when the identifier carries no date. */
  readonly date: string | null;
}

/** Splits the date from `BOI-IR-LIQ-20-10-20250414`; digits that are no date, or the only segment, stay in the `id`. */
export function splitIdentifier(identifier: string): DatedIdentifier {
  const id = identifier.slice(0, -DATE_SUFFIX_LENGTH);
  const [, year, month, day] = /^-(\d{4})(\d\d)(\d\d)$/.exec(identifier.slice(-DATE_SUFFIX_LENGTH)) ?? [];
  const date = `${year}-${month}-${day}`;
  const isDated = id.slice(1, -1).includes("-") && isRealDate(date);
  // « BOI-IS-RICI-20-40-20-20 -20230628 » is written so in the source.
  return isDated ? { id: id.trimEnd(), date } : { id: identifier, date: null };
}

/** Splits an identifier as the source writes it: it has spaces around some, and beside hyphens (`BOI-IS-RICI-20 -20230628`). */
export function readIdentifier(written: string): DatedIdentifier {
  return splitIdentifier(written.trim().replace(/\s{1,9}(?=-)|(?<=-)\s{1,9}/g, ""));
}

/** Length of `-20250414`. */
const DATE_SUFFIX_LENGTH = 9;

/** Whether a string is a calendar day `YYYY-MM-DD`: 2023-02-29 is not, nor any day of year 0. */
export function isRealDate(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(text);
}

/** What an address of the official site identifies. */
export interface Permalink {
  readonly pgp: number | null;
  readonly identifier: DatedIdentifier | null;
}

/**
 * Reads the PGP number and the dated identifier of an official address,
 * `https://bofip.impots.gouv.fr/bofip/2491-PGP.html/identifiant=BOI-IR-LIQ-20-10-20250414`; either may be missing,
 * and is null when too long to be valid.
 */
export function readPermalink(url: string): Permalink {
  const pgp = /(?<!\d)(\d{1,9})-PGP\b/.exec(url)?.[1];
  // The source has a space before some dates.
  const named = /\bidentifiant(?:=|%3[Dd])((?:BOI|ACTU)-[A-Z0-9-]*[A-Z0-9])(?:(?: |%20)(-\d{8})\b)?/.exec(
    url,
  );
  const identifier = named?.slice(1).join("");
  return {
    pgp: pgp === undefined ? null : Number(pgp),
    identifier:
      identifier === undefined || identifier.length > MAX_IDENTIFIER_LENGTH
        ? null
        : splitIdentifier(identifier),
  };
}

/** Compares segments of the classification (`IR/LIQ/20`): numbers first, by value, then words by code unit (`1E2`). */
export function compareSegments(left: string, right: string): number {
  const isLeftNumber = NUMBER.test(left);
  const isRightNumber = NUMBER.test(right);
  if (isLeftNumber !== isRightNumber) return isLeftNumber ? -1 : 1;
  const difference = isLeftNumber ? Number(left) - Number(right) : 0;
  return difference || (left < right ? -1 : Number(left > right));
}

/** Compares two identifiers in classification order: a document, then its descendants, then its next sibling. */
export function compareIdentifiers(left: string, right: string): number {
  const others = right.split("-");
  for (const [rank, segment] of left.split("-").entries()) {
    const other = others[rank];
    if (other === undefined) return 1;
    const difference = compareSegments(segment, other);
    if (difference !== 0) return difference;
  }
  return left === right ? 0 : -1;
}

const NUMBER = /^\d+$/;

/** Series that name the kind of a document, not its subject. */
const KINDS: ReadonlySet<string> = new Set(["RES", "BAREME", "FORM", "LETTRE", "ANNX", "CARTE"]);

/**
 * Code of the series that a document is about (docs/search.md, « Filters »): its own, or for a ruling, an annex, a
 * form, a letter… the second segment of its identifier when that is a series (`BOI-RES-TVA-000123`), else its
 * division when that is the code of one. Null when neither is.
 */
export function subjectOf({ boiId, domaine, division }: Placed): string | null {
  if (!KINDS.has(domaine)) return domaine;
  const [, , second = ""] = boiId.split("-");
  return [second, division?.trim() ?? ""].find(isSeries) ?? null;
}

interface Placed {
  readonly boiId: string;
  readonly domaine: string;
  readonly division: string | null;
}

/** The source does not list its series: their codes are short words in capitals. */
function isSeries(code: string): boolean {
  return /^[A-Z]{2,6}$/.test(code) && !KINDS.has(code);
}

/** The twelve domains of the contract, in its order, with their official labels. They come first in every list. */
export const DOMAINS: ReadonlyMap<string, string> = new Map([
  ["IS", "Impôt sur les sociétés"],
  ["IR", "Impôt sur le revenu"],
  ["TVA", "Taxe sur la valeur ajoutée"],
  ["BIC", "Bénéfices industriels et commerciaux"],
  ["BNC", "Bénéfices non commerciaux"],
  ["RPPM", "Revenus et profits du patrimoine mobilier"],
  ["CF", "Contrôle fiscal"],
  ["ENR", "Enregistrement"],
  ["IF", "Impôts fonciers"],
  ["PAT", "Impôts sur le patrimoine"],
  ["TPS", "Taxes et participations sur les salaires"],
  ["REC", "Recouvrement"],
]);
