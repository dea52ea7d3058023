import type { Cursor } from "../../../reading/cursor.ts";
import { NUMBER_SIGN } from "../number-sign.ts";
import type { NormCore } from "./core.ts";
import { takeNormDate } from "./norm-date.ts";
import type { NormWord } from "./words.ts";

const COMMUNITY = "(?:UE|CEE|CE|Euratom|CECA)(?:, ?Euratom)?";
const QUALIFIER = / ?(?:d'exécution|déléguée?|d'application|européenn?e?|modifiée?)s?(?!\p{L})/uy;
/** The name that it goes by: « directive TVA 2006/112/CE », « directive « mères-filles » 2011/96/UE ». */
const USUAL_NAME =
  / (?:« ?[^»\n]{1,40} ?»|(?!(?:et|ou|à|aux?|de|des|du|la|les?|par|sur|n)(?![\p{L}]))[\p{L}-]{2,24}(?: [\p{L}-]{2,24})?)(?= ?\(?(?:n°|\d{2,4}\/\d|\(?(?:UE|CEE?)))/uy;
const OF_COMMUNITY = String.raw`(?: ?\(${COMMUNITY}\)| ${COMMUNITY}(?= n°| \d))?`;
const SIGN = `(?: ?(?:${NUMBER_SIGN}))?`;
const NUMBER = String.raw` ?(?<numero>\d{1,4} ?/ ?\d{1,4}(?:/(?:CEE|CE|UE|Euratom))?)(?!\d|/)`;
const FIRST = new RegExp(`${OF_COMMUNITY}${SIGN}${NUMBER}`, "uy");
const NEXT = new RegExp(`,? ?(?:,|et|ou) ?${OF_COMMUNITY}${SIGN}${NUMBER}`, "uy");
const AUTHOR =
  /,? ?(?:de la Commission|du Parlement(?: européen)?(?: et du Conseil)?|du [Cc]onseil(?: des [Cc]ommunautés [Ee]uropéennes)?)(?: modifiée?)?/uy;
const OPENING = / ?\((?=(?:n°|\d))/uy;
const CLOSING = /\)/uy;
const MOST = 12;

/**
 * Reads « 2006/112/CE du Conseil du 28 novembre 2006 », « du Conseil n° 69/335/CEE du 17 juillet 1969 », « (UE)
 * n° 651/2014 », « 2009/125/CE et 2010/30/UE »; empty without a number. Of several, the day is the last one's.
 */
export function takeEuropeanNorm(cursor: Cursor, { nature }: NormWord): readonly NormCore[] {
  while (cursor.take(QUALIFIER));
  cursor.take(USUAL_NAME);
  const before = takeAuthorAndDate(cursor, false);
  const numbers = takeNumbers(cursor);
  if (numbers.length === 0) return [];
  const date = before ?? takeAuthorAndDate(cursor, true);
  return numbers.map((numero, index) => {
    const isDated = index === numbers.length - 1;
    return { nature, numero, date: isDated ? date : null, name: null };
  });
}

function takeNumbers(cursor: Cursor): readonly string[] {
  const numbers: string[] = [];
  const opening = cursor.take(OPENING)?.[0] ?? "";
  for (let pattern = FIRST; numbers.length < MOST; pattern = NEXT) {
    const numero = cursor.take(pattern)?.groups?.["numero"];
    if (numero === undefined) break;
    numbers.push(numero.replaceAll(" ", ""));
  }
  if (opening !== "") cursor.take(CLOSING);
  return numbers;
}

/** « du Conseil du 28 novembre 2006 »: the cursor passes the author even without a day. */
function takeAuthorAndDate(cursor: Cursor, isBare: boolean): string | null {
  cursor.take(AUTHOR);
  return takeNormDate(cursor, isBare);
}
