import { takeDate } from "../../../days/days.ts";
import { Cursor } from "../../../reading/cursor.ts";
import { takeCountry, takeFrancoAdjective } from "./countries.ts";
import type { NormCore } from "./known-norms.ts";

const QUALIFIER =
  / ?(?:fiscale?|bilatérale|internationale|préventive|d'assistance administrative|signée|conclue|passée|entrée en vigueur|modifiée)s?(?!\p{L})(?: à \p{Lu}[\p{L}-]{1,20})?/uy;
const DATE = /,? ?(?:en date )?(?:du|le) /uy;
const WITH =
  /,? ?(?:entre )?(?:(?:la France|la République française|le [Gg]ouvernement de la République française) (?:et|avec) |avec )(?=[\p{L}])/uy;
const FRANCE_AND = / ?(?:la )?France ?[-/] ?(?=\p{Lu})/uy;
const BETWEEN = /,? ?entre /uy;
const AND_FRANCE = /,? ?(?:et )la (?:France|République française)/uy;
const OTHER_PARTIES = /,? ?(?:conclue |signée )?(?:entre|avec) /uy;
/** How far before « convention » its country may stand. */
const LONGEST_FOR = 70;
const THEN_CONVENTION = /,? (?:(?:de|à|par) )?la $/uy;

/**
 * Reads what follows « convention »: « franco-monégasque du 18 mai 1963 », « conclue avec les États-Unis le 31 août
 * 1994 ». Empty without a country, which `before` (the words before) or `own` (the document's) may give.
 */
export function takeConvention(cursor: Cursor, before: string, own: string | null): readonly NormCore[] {
  let country: string | null = null;
  let date: string | null = null;
  for (let rests = 8; rests > 0; rests -= 1) {
    country ??= takeFrancoAdjective(cursor) ?? takeParty(cursor);
    const end = cursor.at;
    date ??= cursor.attempt(() => cursor.take(DATE) && takeDate(cursor))?.date ?? null;
    if (end === cursor.at && !cursor.take(QUALIFIER) && country === null) break;
    if (country !== null && date !== null) break;
  }
  if (date !== null) country ??= countryBefore(before) ?? (cursor.sees(OTHER_PARTIES) ? null : own);
  return country === null ? [] : [{ nature: "convention", numero: null, date, name: country }];
}

/** « pour le Royaume-Uni, de la convention du … » */
function countryBefore(before: string): string | null {
  const words = before.slice(-LONGEST_FOR);
  const at = words.lastIndexOf("pour ");
  if (at < 0) return null;
  const cursor = new Cursor(words.slice(at + "pour ".length));
  const country = takeCountry(cursor);
  return country !== null && cursor.take(THEN_CONVENTION) ? country : null;
}

function takeParty(cursor: Cursor): string | null {
  return cursor.attempt(() => {
    if (cursor.take(WITH) ?? cursor.take(FRANCE_AND)) return takeCountry(cursor);
    if (!cursor.take(BETWEEN)) return null;
    const country = takeCountry(cursor);
    return country !== null && cursor.take(AND_FRANCE) ? country : null;
  });
}
