import { asciiUpperCase, isDocumentId, isRealDate, splitIdentifier } from "../identifiers/identifier.ts";

/** Characters that end an address in running text. */
const INSIDE = String.raw`[^\s<>"«»“”()[\]{}]`;
/** The source has a space before some dates, in its own addresses. */
const DATED = String.raw`(?: -\d{8}(?!\d))?`;
const ADDRESSES = new RegExp(
  String.raw`(?:https?:\/\/|www\.|(?<![\p{L}\d.])[a-z\d-]{1,40}\.impots\.gouv\.fr\/|(?<![\p{L}\d.-])\/(?=v1\/|consultation\/|actualites\/))${INSIDE}+${DATED}|(?<![\p{L}\d])(?:id ?= ?)?\d{1,9}[ -]?PGP(?![\p{L}\d])${INSIDE}*${DATED}|(?<!\p{L})identifiant(?:=|%3D)${INSIDE}+${DATED}`,
  "giu",
);

/** An address, or the number of a publication, in a text. UTF-16 offsets. */
interface WrittenAddress {
  readonly texte: string;
  readonly start: number;
  readonly end: number;
}

/** Addresses and PGP numbers in the order of a text, without the punctuation that follows them. Linear time. */
export function findAddresses(text: string): WrittenAddress[] {
  return [...text.matchAll(ADDRESSES)].map(({ 0: words, index: start }) => {
    let end = words.length;
    while (".,;:!?'*_…".includes(words.charAt(end - 1))) end -= 1;
    return { texte: words.slice(0, end), start, end: start + end };
  });
}

const PGP = /(?<![\p{L}\d])(\d{1,9})[ -]?PGP(?![\p{L}\d])/iu;
const IDENTIFIER = /identifiant ?= ?((?:BOI|ACTU)-[A-Z\d-]*[A-Z\d](?: -\d{8}(?!\d))?)/i;
const PUBLISHED = /[?&]datePubl=(\d{1,2})\/(\d{1,2})\/(\d{4})(?!\d)/i;
const OWN_DOCUMENT =
  /\/(?:v1\/boi|consultation)\/(BOI-[A-Z\d-]+)(?:\/(\d{4}-\d\d-\d\d))?(?:\/paragraphes\/([^/?#]{1,20}))?(?=[/?#]|$)/i;
const OWN_NEWS = /\/actualites\/(ACTU-\d{4}-\d{5})(?=[/?#]|$)/i;
const OWN_DAY = /[?&]date=(\d{4}-\d\d-\d\d)(?!\d)/;
const OWN_ANCHOR = /#p(\d{1,5}(?:-[a-z]{1,12})?)$/i;

/** Reads a permalink in any form, a PGP number, or an address of this service's API or pages on any host; else null. */
export function readAddress(written: string): NamedPublication | null {
  const address = decoded(written);
  const pgp = PGP.exec(address)?.[1];
  const named = IDENTIFIER.exec(address)?.[1];
  if (pgp === undefined && named === undefined) return readOwnAddress(address);
  const [, day = "", month = "", year = ""] = PUBLISHED.exec(address) ?? [];
  const published = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const identified = named === undefined ? NAMELESS : identifierOf(named.replace(" ", ""));
  if (identified === null) return null;
  const date = identified.date ?? (isRealDate(published) ? published : null);
  return { ...identified, date, pgp: pgp === undefined ? null : Number(pgp) };
}

function readOwnAddress(address: string): NamedPublication | null {
  const news = OWN_NEWS.exec(address)?.[1];
  if (news !== undefined) return identifierOf(news);
  const [, id, start, numero] = OWN_DOCUMENT.exec(address) ?? [];
  const identified = id === undefined ? null : identifierOf(id);
  if (identified === null) return null;
  const day = OWN_DAY.exec(address)?.[1];
  const anchor = OWN_ANCHOR.exec(address)?.[1]?.replace("-", " ");
  const date = identified.date ?? start ?? day ?? null;
  if (date !== null && !isRealDate(date)) return null;
  const isWithin = identified.date === null && start === undefined && day !== undefined;
  return { ...identified, date, isWithin, numero: numero ?? anchor ?? null };
}

function identifierOf(written: string): NamedPublication | null {
  const capitals = asciiUpperCase(written);
  if (/^ACTU-\d{4}-\d{5}$/.test(capitals)) return { ...NAMELESS, actualite: capitals };
  if (!isDocumentId(capitals)) return null;
  const { id: boiId, date } = splitIdentifier(capitals);
  return { ...NAMELESS, boiId, date };
}

/** Addresses are sometimes encoded once more by what carried them. */
function decoded(written: string): string {
  const once = decodedOnce(written);
  return once.includes("%") ? decodedOnce(once) : once;
}

function decodedOnce(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return written.replace(/%3D/gi, "=");
  }
}

/** A document or an actualité, as a person names it; a field that is not told is null. */
export interface NamedPublication {
  /** Without date, in capitals. */
  readonly boiId: string | null;
  readonly actualite: string | null;
  /** Number of the source. */
  readonly pgp: number | null;
  /** Day of the edition, `YYYY-MM-DD`. */
  readonly date: string | null;
  /** Whether the day is one on which the edition was in force, rather than the one that it began. */
  readonly isWithin: boolean;
  readonly numero: string | null;
  /** Whether the identifier is written without « BOI », as words of a search may be. */
  readonly isBare: boolean;
}

export const NAMELESS: NamedPublication = {
  boiId: null,
  actualite: null,
  pgp: null,
  date: null,
  isWithin: false,
  numero: null,
  isBare: false,
};

/** What two mentions tell of one publication; null when they disagree, and are of two. */
export function joinPublications(one: NamedPublication, other: NamedPublication): NamedPublication | null {
  const isOne = (["boiId", "actualite", "pgp", "date", "numero"] as const).every(
    (field) => one[field] === null || other[field] === null || one[field] === other[field],
  );
  if (!isOne) return null;
  return {
    boiId: one.boiId ?? other.boiId,
    actualite: one.actualite ?? other.actualite,
    pgp: one.pgp ?? other.pgp,
    date: one.date ?? other.date,
    isWithin: one.date === null ? other.isWithin : one.isWithin,
    numero: one.numero ?? other.numero,
    isBare: one.isBare && other.isBare,
  };
}
