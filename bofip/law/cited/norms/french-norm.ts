import type { Cursor } from "../../../reading/cursor.ts";
import { NUMBER_SIGN } from "../number-sign.ts";
import type { NormCore } from "./known-norms.ts";
import { type NormWord, takeNormDate } from "./norm-date.ts";

const QUALIFIER =
  / ?(?:organique|constitutionnelle|en Conseil d'État|conjoint|ministériel|interministériel|préfectoral|modifiée?|précitée?|susvisée?|dite « [^»\n]{1,40} »|\(?NOR ?: ?[A-Z0-9]{12}\)?)s?(?!\p{L})/uy;
const NUMBER = String.raw`(?<numero>\d{2,4}-\d{1,5})(?!\d|-\d)`;
const OF_DAY = String.raw`(?= ?,? du ?\d)`;
const NUMBERED = new RegExp(
  String.raw`(?:,? ?(?<opening>\()?(?:(?:la )?loi )?e?${NUMBER_SIGN}| (?=\d{2,4}-\d{1,5}${OF_DAY}))${NUMBER}`,
  "uy",
);
/** Words of a law's title, when its number follows in brackets. */
const NAMED =
  / (?:en faveur|relative|portant|pour|sur|tendant|de|d'|du)(?!\p{L})[^.;()\n«»]{1,150}? ?(?=\(n°)/uy;
/** Who signs an arrêté, when its day follows. */
const SIGNATORY =
  / (?:du|de la|des) (?:ministres?|secrétaires? d'État|préfet|directeur)(?!\p{L})[^.;()\n\d]{0,120}?(?= (?:du|en date du) \d)/uy;
const OTHER_NORM = /(?<!\p{L})(?:loi|décret|ordonnance|arrêté)/u;
const NEXT_NUMBER = new RegExp(
  ` ?(?:,|,? ?et|ou) ?(?:(?:le |la )?(?:loi|décret) )?${NUMBER_SIGN}${NUMBER}`,
  "uy",
);
const NEXT_DATE = / ?(?:,|et|ou) ?(?=(?:du |celui du )?\d)/uy;
const OF = /(?:celui )?du /uy;
const CLOSING = /\)/uy;

// « loi n° … du … de finances pour 2013 », « loi de finances n° … du … pour 2017 ».
const TITLE =
  / ?(?<kind>de (?:finances|financement)(?: rectificatives?| initiale)?(?: (?:de|pour) la sécurité sociale(?: rectificative)?)?)?(?: ?,)? ?(?:pour (?<year>(?:19|20)\d\d)(?!\d))?/uy;
const MOST = 12;

type Part = "numero" | "date" | "kind" | "year";

/**
 * Reads what follows « loi », « ordonnance », « décret », « arrêté »: number, day, title of a law of finances
 * (`ordinal`: « quatrième »), in any order. Several make several norms, which share a day written once.
 */
export function takeFrenchNorm(cursor: Cursor, word: NormWord, ordinal: string | null): readonly NormCore[] {
  while (cursor.take(QUALIFIER));
  const parts = new Map<Part, string>();
  let isOpen = false;
  for (let rests = 8; rests > 0; rests -= 1) {
    if (word.nature === "loi" && takeTitle(cursor, parts)) continue;
    if (parts.size === 0 && takesName(cursor, word)) continue;
    const numbered = parts.has("numero") || word.nature === "arrete" ? null : cursor.take(NUMBERED)?.groups;
    if (numbered) {
      parts.set("numero", numbered["numero"] ?? "");
      isOpen ||= numbered["opening"] !== undefined;
      continue;
    }
    const isBare = word.isAbbreviated || parts.has("numero");
    const date = parts.has("date") ? null : takeNormDate(cursor, isBare);
    if (date !== null) parts.set("date", date);
    else if (!cursor.take(QUALIFIER)) break;
  }
  if (isOpen) cursor.take(CLOSING);
  const first = coreOf(word, parts, ordinal);
  if (first === null) return [];
  return word.isPlural ? withShared([first, ...takeOthers(cursor, word, parts)]) : [first];
}

/** Whether words that only name the norm lead to its number or its day. */
function takesName(cursor: Cursor, { nature }: NormWord): boolean {
  const pattern = nature === "loi" ? NAMED : nature === "arrete" ? SIGNATORY : null;
  return (
    cursor.attempt(() => {
      const words = pattern && cursor.take(pattern)?.[0];
      return words && !OTHER_NORM.test(words) ? true : null;
    }) ?? false
  );
}

function takeTitle(cursor: Cursor, parts: Map<Part, string>): boolean {
  return (
    cursor.attempt(() => {
      const { kind, year } = cursor.take(TITLE)?.groups ?? {};
      const isNew =
        (kind !== undefined && !parts.has("kind")) ||
        (year !== undefined && parts.has("kind") && !parts.has("year"));
      if (!isNew) return null;
      if (kind !== undefined) parts.set("kind", kind);
      if (year !== undefined) parts.set("year", year);
      return true;
    }) ?? false
  );
}

function coreOf(
  { nature }: NormWord,
  parts: ReadonlyMap<Part, string>,
  ordinal: string | null,
): NormCore | null {
  const [kind, year] = [parts.get("kind"), parts.get("year")];
  const name =
    kind === undefined || year === undefined
      ? null
      : [ordinal, "loi", kind, "pour", year].filter(Boolean).join(" ");
  const numero = parts.get("numero") ?? null;
  const date = parts.get("date") ?? null;
  return numero === null && date === null && name === null ? null : { nature, numero, date, name };
}

/** « lois n° … du … et n° … du … », « arrêtés des 29 avril 2009 et 22 décembre 2010 ». */
function takeOthers(
  cursor: Cursor,
  { nature }: NormWord,
  parts: ReadonlyMap<Part, string>,
): readonly NormCore[] {
  const others: NormCore[] = [];
  while (others.length < MOST) {
    const next = cursor.attempt(() => {
      if (parts.has("numero")) {
        const numero = cursor.take(NEXT_NUMBER)?.groups?.["numero"];
        return numero === undefined ? null : { nature, numero, date: takeNormDate(cursor, true), name: null };
      }
      if (!cursor.take(NEXT_DATE)) return null;
      cursor.take(OF);
      const date = takeNormDate(cursor, true);
      return date === null ? null : { nature, numero: null, date, name: null };
    });
    if (next === null) break;
    others.push(next);
  }
  return others;
}

/** Those without a day take the next one's: « décrets n° 2009-315 et n° 2009-316 du 20 mars 2009 ». */
function withShared(cores: readonly NormCore[]): readonly NormCore[] {
  return cores.map((core, index) => ({
    ...core,
    date: core.date ?? cores.slice(index).find(({ date }) => date !== null)?.date ?? null,
  }));
}
