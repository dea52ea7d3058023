import type { Cursor } from "../../../reading/cursor.ts";
import type { NormCore } from "./core.ts";
import { isFeminineOfCountry } from "./countries.ts";
import { takeNormDate } from "./norm-date.ts";
import type { NormWord } from "./words.ts";

/** Treaties of the Union, by what names them; the more precise first. */
const TREATIES: readonly (readonly [RegExp, string])[] = [
  [/TFUE|traités? sur le fonctionnement de l'(?:Union(?: européenne)?|UE)( \(TFUE\))?/iuy, "TFUE"],
  [/TUE|traités? sur l'(?:Union(?: européenne)?|UE)( \(TUE\))?/iuy, "TUE"],
  [/traités? instituant la Communauté européenne du charbon et de l'acier/iuy, "CECA"],
  [/traités? instituant la Communauté européenne de l'énergie atomique/iuy, "EURATOM"],
  [/traités? (?:instituant la Communauté(?: économique)? européenne|CEE?|de Rome)/iuy, "CE"],
];
const CONSTITUTION = /Constitution/uy;
const NEXT_WORD = / (?<word>\p{Ll}{4,20})/uy;

/**
 * Reads a treaty of the Union, by its name or its initials, or the Constitution: « TFUE », « la Constitution du 4
 * octobre 1958 »; empty when it is another's.
 */
export function takeFundamental(cursor: Cursor, { nature }: NormWord): readonly NormCore[] {
  if (nature === "constitution") return takeConstitution(cursor);
  const name = TREATIES.find(([pattern]) => cursor.take(pattern))?.[1];
  return name === undefined ? [] : [{ nature, numero: null, date: null, name }];
}

function takeConstitution(cursor: Cursor): readonly NormCore[] {
  cursor.take(CONSTITUTION);
  const date = takeNormDate(cursor, false);
  if (isOtherCountry(cursor)) return [];
  const name = date?.startsWith("1946") ? "1946" : "1958";
  return [{ nature: "constitution", numero: null, date, name }];
}

/** « la Constitution italienne ». */
function isOtherCountry(cursor: Cursor): boolean {
  const end = cursor.at;
  const word = cursor.take(NEXT_WORD)?.groups?.["word"];
  cursor.at = end;
  return word !== undefined && isFeminineOfCountry(word);
}
