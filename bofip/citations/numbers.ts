import { canonicalNumber, compareNumbers, PARAGRAPH_NUMBER } from "../paragraphs/paragraphs.ts";
import type { Cursor } from "../reading/cursor.ts";
import { readSections, SECTIONS } from "./sections.ts";

/** A § as written in a text. UTF-16 offsets. */
export interface WrittenNumber {
  readonly numero: string;
  /** Last of « § 130 à 150 »; null for one alone and for « § 150 et suivants ». */
  readonly numeroFin: string | null;
  /** Where the citation locates it: « II-A-1 », each of « I-A et I-B »; empty when not stated. */
  readonly sections: readonly string[];
  /** Whether it is written with the sign « § »; « n° » also numbers other things. */
  readonly hasSign: boolean;
  readonly start: number;
  readonly end: number;
}

const S = String.raw`[ \n]?`;
const SIGN = "§{1,2}|¶";
const WORD = String.raw`[Nn]\.?[°ºᵒ]s?|[Nn]os?(?= )|[Nn]uméros?|[Pp]aragraphes?|[Pp]ar\.`;

/** Regular expression source of what introduces § numbers. */
export const MARK_BEGINS = String.raw`(?:${SIGN}|(?<!\p{L})(?:${WORD}))(?=${S}(?:(?:${SIGN}|n°s?)${S})?\d)`;

/** Regular expression source of the first characters of `MARK_BEGINS`, cheap to search for. */
export const MARK_START = "[§¶]|[Nn](?:[.°ºᵒ]|os? |um)|[Pp]ar";

const MARK = new RegExp(`(?:${SIGN}|(?<!\\p{L})(?:${WORD}))${S}(?:(?:${SIGN}|n°s?)${S})?(?=\\d)`, "uy");

/** Excludes laws (« n° 2012-1509 »), forms (« n° 2042-IOM ») and decimals; « § 30-18/01/2024 » ends with a date. */
const NUMBER = new RegExp(
  `(?:${PARAGRAPH_NUMBER})(?!\\d|[.,/]\\d|°|-(?!\\d{1,2}/\\d{1,2}/\\d{4})[A-Z\\d])`,
  "uy",
);
const RANGE_START = new RegExp(`(?:${PARAGRAPH_NUMBER})(?!\\d|[.,/]\\d|°)`, "uy");

const MONTHS = "janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre";
const QUANTITY = String.raw`${S}(?:%|€|(?:euros?|ans?|années?|mois|jours?|semaines?|heures?|parts?|enfants?|personnes?|salariés?|logements?|fois|m²|km|${MONTHS})(?!\p{L}))`;
/** « le paragraphe 2 de l'article 5 ». */
const OF_A_LAW =
  /[ \n]?(?:,[ \n])?(?:du|de la|de l'|des|d'un|d'une)[ \n]?(?:articles?|art\.|lois?|décrets?|directive|convention|code|règlement|ordonnance|traité|arrêt|arrêté|jugement|décision|annexe|charte)(?!\p{L})/uy;
const NOT_A_QUANTITY = new RegExp(`(?!${QUANTITY})`, "uy");

const TO = new RegExp(`${S}(?:à|a\\u0300|a(?=[ \\n])|-|jusqu'au?)${S}(?:(?:${SIGN}|n°)${S})?(?=\\d)`, "uy");
const FOLLOWING =
  /[ \n]?(?:et[ \n]?(?:suiv(?:antes?|ants?)?|ss?)(?![\p{L}'])\.?|(?:suivants?(?!\p{L})|suiv\.|ss?\.))/uy;

/** What joins a § to the previous one, with or without a mark of its own. */
const AND = new RegExp(
  `(?:${S},${S}|${S}(?:et|ou|ainsi qu[e'])${S})(?:(?:aux?|du|des|les?)[ \\n])?(?:(?<sections>${SECTIONS})${S},?${S})?(?=${SIGN}|(?<!\\p{L})(?:${WORD}))`,
  "uy",
);
const AND_BARE = new RegExp(`${S}(?:(?<comma>,)|et|ou)${S}(?=\\d)`, "uy");
/** After a comma alone, a § number must be followed by the next number of the list or by its end. */
const LISTED = new RegExp(`(?=${S}(?:[,;).]|et |ou |à |du BOI|$))`, "uy");

const MOST_NUMBERS = 40;

/** Reads « § 130 », « n° 10 à 40 », « §§ 130, 140 et 150 et s. »; empty without. `sections` locate the first §. */
export function takeNumbers(cursor: Cursor, sections: readonly string[] = []): WrittenNumber[] {
  const first = cursor.attempt(() => takeMarked(cursor, sections));
  const numbers = first === null ? [] : [first];
  for (let last = first; last !== null && numbers.length < MOST_NUMBERS; ) {
    last = takeNext(cursor, last);
    if (last !== null) numbers.push(last);
  }
  return numbers;
}

function takeNext(cursor: Cursor, last: WrittenNumber): WrittenNumber | null {
  const marked = cursor.attempt(() => {
    const and = cursor.take(AND);
    return and === null ? null : takeMarked(cursor, readSections(and.groups?.["sections"]));
  });
  return marked ?? cursor.attempt(() => takeBare(cursor, last));
}

function takeMarked(cursor: Cursor, sections: readonly string[]): WrittenNumber | null {
  const start = cursor.at;
  const mark = cursor.take(MARK);
  return mark === null ? null : takeNumber(cursor, { start, hasSign: /[§¶]/.test(mark[0]), sections });
}

/** A number without its own mark must be greater than the previous one, and must not be a quantity. */
function takeBare(cursor: Cursor, last: WrittenNumber): WrittenNumber | null {
  const and = cursor.take(AND_BARE);
  if (and === null) return null;
  const next = takeNumber(cursor, { start: cursor.at, hasSign: last.hasSign, sections: [] });
  if (next === null || compareNumbers(last.numeroFin ?? last.numero, next.numero) >= 0) return null;
  if (!cursor.sees(NOT_A_QUANTITY)) return null;
  return and.groups?.["comma"] === undefined || cursor.sees(LISTED) ? next : null;
}

function takeNumber(
  cursor: Cursor,
  before: Pick<WrittenNumber, "start" | "hasSign" | "sections">,
): WrittenNumber | null {
  const range = cursor.attempt(() => takeRange(cursor));
  const [numero = null, numeroFin = null] = range ?? [cursor.take(NUMBER)?.[0]];
  if (numero === null) return null;
  cursor.take(FOLLOWING);
  if (cursor.sees(OF_A_LAW)) return null;
  return {
    ...before,
    numero: canonicalNumber(numero),
    numeroFin: numeroFin === null ? null : canonicalNumber(numeroFin),
    end: cursor.at,
  };
}

function takeRange(cursor: Cursor): [string, string] | null {
  const from = cursor.take(RANGE_START)?.[0];
  if (from === undefined || !cursor.take(TO)) return null;
  const to = cursor.take(NUMBER)?.[0];
  if (to === undefined || !cursor.sees(NOT_A_QUANTITY)) return null;
  return compareNumbers(canonicalNumber(from), canonicalNumber(to)) < 0 ? [from, to] : null;
}
