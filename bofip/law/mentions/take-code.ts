import type { Cursor } from "../../reading/cursor.ts";
import { ABBREVIATED, ABBREVIATIONS, CODE_NAMES } from "../codes.ts";

const MISSPELT: readonly (readonly [written: string, code: string])[] = [
  ["code général de impôts", "CGI"],
  ["code général des impôt", "CGI"],
  ["code général des collectivité territoriales", "code général des collectivités territoriales"],
  ["livre des procédure fiscales", "LPF"],
  ["code la consommation", "code de la consommation"],
  ["code la construction et de l'habitation", "code de la construction et de l'habitation"],
  ["code de la construction ou de l'habitation", "code de la construction et de l'habitation"],
];

/** Regular expression source of a code's abbreviation, whose last full stop may be missing. */
export const ABBREVIATION = `(?:${ABBREVIATIONS.map(([written]) => abbreviation(written)).join("|")})(?![A-Z])`;

/** Regular expression source of the start of a code in a text, in full or abbreviated. */
export const CODE_BEGINS = `(?:[Cc][Oo][Dd][Ee]|[Ll][Ii][Vv][Rr][Ee]|(?<![A-Z])${ABBREVIATION})`;

/** Regular expression source of the first characters of `CODE_BEGINS`, cheap to search for. */
export const CODE_START = `[Cc][Oo][Dd][Ee]|[Ll][Ii][Vv][Rr][Ee]|c\\.|[${initials(0)}][${initials(1)}]`;

const ABBREVIATED_NAME = new RegExp(`(?<![A-Z])${ABBREVIATION}`, "uy");
const BEGINS_NAME = /code|livre/iuy;
const BRACKETED = / ?[([][A-Za-z. ]{2,16}[)\]]/uy;

/** One expression per name: a single one for all is more than the expression checker can analyse. */
const FULL_NAMES: readonly (readonly [RegExp, code: string])[] = [
  ...[...ABBREVIATED, ...MISSPELT],
  ...CODE_NAMES.map((name) => [name, name] as const),
].map(([written, code]) => [new RegExp(glueable(written), "iuy"), code]);

const CODES: ReadonlyMap<string, string> = new Map(
  ABBREVIATIONS.map(([written, code]) => [key(written), code]),
);

/** Reads a code, in any case or abbreviated, as `CGI`, `LPF` or its full name in lower case; null, without moving. */
export function takeCode(cursor: Cursor): string | null {
  const abbreviated = cursor.take(ABBREVIATED_NAME)?.[0];
  if (abbreviated !== undefined) return CODES.get(key(abbreviated)) ?? null;
  const code = cursor.attempt(() => takeName(cursor));
  if (code !== null) cursor.take(BRACKETED);
  return code;
}

function takeName(cursor: Cursor): string | null {
  const start = cursor.at;
  if (!cursor.take(BEGINS_NAME)) return null;
  cursor.at = start;
  return FULL_NAMES.find(([name]) => cursor.take(name))?.[1] ?? null;
}

function key(written: string): string {
  return written.replace(/[. ]/g, "").toLowerCase();
}

/** The source sometimes drops spaces: « livre desProcéduresFiscales ». */
function glueable(name: string): string {
  return name.replaceAll(" ", " ?");
}

function abbreviation(written: string): string {
  return written
    .replace(/^C(?=\. )/, "[Cc]")
    .replace(/\.$/, "\\.?")
    .replaceAll(". ", "\\. ?")
    .replace(/\.(?=[A-Z])/g, "\\.");
}

/** Distinct characters of the abbreviations at one position. */
function initials(place: number): string {
  return [...new Set(ABBREVIATIONS.map(([written]) => written.charAt(place)))].join("");
}
