import { readCitations, type WrittenCitation } from "../citations/read-citations.ts";
import { takeDate } from "../days/days.ts";
import { asciiUpperCase } from "../identifiers/identifier.ts";
import { Cursor, evenOut } from "../reading/cursor.ts";
import {
  findAddresses,
  joinPublications,
  NAMELESS,
  type NamedPublication,
  readAddress,
} from "./addresses.ts";

/** What a short text, all of which is meant as a reference, names of the doctrine. */
export interface ReadPublications {
  /** Each once, in the order of the text; what it tells of one in several places is put together. */
  readonly publications: readonly NamedPublication[];
  /** Whether nothing else is written. */
  readonly isWhole: boolean;
}

/** Reads a reference: an identifier in any usual form, its § and edition, an address, a PGP number. Linear time. */
export function readPublications(ref: string): ReadPublications {
  const text = evenOut(withPlainLetters(ref)).texte;
  const found: NamedPublication[] = [];
  let words = "";
  let read = 0;
  let isWhole = true;
  for (const { texte, start, end } of findAddresses(text)) {
    const named = readAddress(texte);
    if (named === null) isWhole = false;
    else found.push(named);
    words += `${text.slice(read, start)} `;
    read = end;
  }
  const cited = readWords(words + text.slice(read), found.length > 0);
  const publications: NamedPublication[] = [];
  for (const each of [...cited.publications, ...found]) {
    const joined =
      publications.length === 1 && publications[0] ? joinPublications(publications[0], each) : null;
    if (joined === null) publications.push(each);
    else publications[0] = joined;
  }
  return { publications, isWhole: isWhole && cited.isWhole && publications.length > 0 };
}

/** Capitals that typographers and optical readers write otherwise. */
const SMALL_CAPITALS = "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡxʏᴢ";
const SMALL_CAPITAL = /[ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ]/gu;

function withPlainLetters(text: string): string {
  const latin = text.replace(SMALL_CAPITAL, (letter) =>
    String.fromCharCode("A".charCodeAt(0) + SMALL_CAPITALS.indexOf(letter)),
  );
  return latin.normalize("NFKC").replaceAll("&sect;", "§");
}

const BOI = String.raw`B\.?[O0]\.?[I1]\.?`;
const NAME = `(?:${BOI}|BOFiP(?:-Imp[ôo]ts)?)`;
/** « BOFiP-Impôts, BOI-… », « B.O.I. IR-… », « B0I-… »: what stands for « BOI- » before a series. */
const PREFIX = new RegExp(
  String.raw`(?<![\p{L}\d-])(?:${NAME}(?:[ ,:;]{1,3}| ?- ?)){1,3}(?=[A-Z]{2,8}(?:-| - )[A-Z\d])`,
  "giu",
);
/** « boi ir liq 20 10 »: spaces stand for every hyphen. */
const SPACED = new RegExp(
  String.raw`(?<![\p{L}\d-])${BOI} ([A-Z]{2,8}(?: [A-Z]{2,8}){0,3}(?: \d{2,6}){1,8}(?: \d{8})?)(?![\p{L}\d-])`,
  "giu",
);
/** « IR-LIQ-20-10 », « RES-TVA-000003 », « BAREME-000001 ». */
const BARE = /(?<![\p{L}\d/.-])(?!BOI|ACTU|BOFIP)([A-Z]{2,8}(?:-[A-Z]{2,8})*(?:-\d{2,8})+)(?![\p{L}\d/-])/giu;
/** What stands for « § » before a number. */
const MARK =
  /(?<![\p{L}\d])(?:#|(?:para|par|pt)\.|para(?=[ .]?\d)|points?|nos?\.?(?= ?\d)) ?(?=\d)|(?<=[A-Z\d])#(?=\d)/giu;

/** @param isNamed whether an address names the publication already. */
function readWords(words: string, isNamed: boolean): ReadPublications {
  const { texte, day } = takeDayInForce(words.replace(MARKS_AT_END, ""));
  let isBare = false;
  const named = texte
    .replace(PREFIX, "BOI-")
    .replace(SPACED, (_, segments: string) => `BOI-${asciiUpperCase(segments).replaceAll(" ", "-")}`)
    .replace(BARE, (_, identifier: string) => {
      isBare = true;
      return `BOI-${asciiUpperCase(identifier)}`;
    })
    .replace(MARK, " § ");
  const { citations, lone } = readCitations(named);
  const cited = citations.flatMap(publicationsOf).map((each) => ({ ...each, isBare }));
  // « le § 30 de la documentation BOI-… », « § 30 de https://… »
  const numbers = lone
    .flatMap(({ numero, numeroFin }) => [numero, numeroFin])
    .filter((each) => each !== null);
  const placed = [
    ...numbers.map((numero) => ({ ...NAMELESS, numero })),
    ...(day === null ? [] : [{ ...NAMELESS, date: day, isWithin: true }]),
  ];
  const publications = cited.length > 0 || isNamed ? [...cited, ...placed] : [];
  const isLegible = citations.every(({ fault }) => fault === null);
  return { publications, isWhole: isLegible && isNoise(without(named, [...citations, ...lone])) };
}

/** The words of a day on which an edition was in force, not of the one that it began. */
const IN_FORCE_ON =
  /,? ?\(?(?:(?:dans|en) )?(?:(?:sa|la) )?(?:(?:version|rédaction|édition) )?(?:(?:en vigueur|applicable|à jour) (?:(?:le|au|du) )?|au )(?=\d)/giu;

/** Takes the first day so introduced out of a text. */
function takeDayInForce(texte: string): { readonly texte: string; readonly day: string | null } {
  for (const { 0: words, index } of texte.matchAll(IN_FORCE_ON)) {
    const cursor = new Cursor(texte);
    cursor.at = index + words.length;
    const day = takeDate(cursor)?.date ?? null;
    if (day !== null) return { texte: `${texte.slice(0, index)} ${texte.slice(cursor.at)}`, day };
  }
  return { texte, day: null };
}

/** « BOI-IR-LIQ-20-10 ? »: question marks within an identifier stand for what is left out of it. */
const MARKS_AT_END = /[\s?!.,;:»"”’']{1,20}$/u;
function publicationsOf({
  boiId,
  actualite,
  edition: date,
  numero,
  numeroFin,
}: WrittenCitation): NamedPublication[] {
  if (boiId === null && actualite === null) return [];
  const ends = numeroFin === null ? [numero] : [numero, numeroFin];
  return ends.map((each) => ({ ...NAMELESS, boiId, actualite, date, numero: each }));
}

/** Words that tell nothing beside a reference: grammar, and what a document of the doctrine is called. */
const NOISE =
  /[\s,;:.()[\]{}«»"“”'’!?<>*_|/=§-]|(?<!\p{L})(?:l[ea]s?|l|d|de|du|des|au|aux|à|dans|sous|sur|en|et|un|une|cf|v|voir|selon|ce|cette|ces|son|sa|documents?|documentation|doctrine|instructions?|commentaires?|rubriques?|bulletins?|officiels?|finances|publiques|impôts|bofip|boi|administrati(?:on|f|fs|ve|ves)|fiscale?s?|rescrits?|actualités?|référence|identifiant|numéro|n°|permalien|lien|adresse|page|pgp|url|id|source|paragraphes?|version|rédaction|édition|articles?|art|[IVX]{1,5}|[A-Z](?=[ .)-]))(?!\p{L})/giu;

/** Whether what is left of a reference, once read, tells nothing more. Linear time. */
export function isNoise(words: string): boolean {
  return words.replace(NOISE, "") === "";
}

/** A text without some of its places. */
export function without(
  text: string,
  places: readonly { readonly start: number; readonly end: number }[],
): string {
  let left = "";
  let read = 0;
  for (const { start, end } of places.toSorted((one, other) => one.start - other.start)) {
    left += `${text.slice(read, Math.max(read, start))} `;
    read = Math.max(read, end);
  }
  return left + text.slice(read);
}
