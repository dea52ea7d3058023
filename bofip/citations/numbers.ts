import { canonicalNumber, compareNumbers, PARAGRAPH_NUMBER } from "../paragraphs/paragraph-number.ts";
import type { Cursor } from "../reading/cursor.ts";
import { readSections, SECTIONS } from "./sections.ts";

/** A § as a text names it. UTF-16 offsets. */
export interface WrittenNumber {
  readonly numero: string;
  /** Last of « § 130 à 150 »; null for one alone and for « § 150 et suivants ». */
  readonly numeroFin: string | null;
  /** Where its text is said to have it: « II-A-1 », each of « I-A et I-B »; empty when that is not said. */
  readonly sections: readonly string[];
  /** Whether it is written with the sign « § »; « n° » numbers other things too. */
  readonly hasSign: boolean;
  readonly start: number;
  readonly end: number;
}

const S = String.raw`[ \n]?`;
const SIGN = "§{1,2}|¶";
const WORD = String.raw`[Nn]\.?[°ºᵒ]s?|[Nn]os?(?= )|[Nn]uméros?|[Pp]aragraphes?|[Pp]ar\.`;

/** Regular expression source of what announces numbers of §. */
export const MARK_BEGINS = String.raw`(?:${SIGN}|(?<!\p{L})(?:${WORD}))(?=${S}(?:(?:${SIGN}|n°s?)${S})?\d)`;

/** Regular expression source of the first characters of all that, which cost little to look for. */
export const MARK_START = "[§¶]|[Nn](?:[.°ºᵒ]|os? |um)|[Pp]ar";

const MARK = new RegExp(`(?:${SIGN}|(?<!\\p{L})(?:${WORD}))${S}(?:(?:${SIGN}|n°s?)${S})?(?=\\d)`, "uy");

/** Neither a law (« n° 2012-1509 »), nor a form (« n° 2042-IOM »), nor a decimal; « § 30-18/01/2024 » ends with a date. */
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

/** What joins a § to the one before it, with its own mark or without. */
const AND = new RegExp(
  `(?:${S},${S}|${S}(?:et|ou|ainsi qu[e'])${S})(?:(?:aux?|du|des|les?)[ \\n])?(?:(?<sections>${SECTIONS})${S},?${S})?(?=${SIGN}|(?<!\\p{L})(?:${WORD}))`,
  "uy",
);
const AND_BARE = new RegExp(`${S}(?:(?<comma>,)|et|ou)${S}(?=\\d)`, "uy");
/** After a comma alone, only a list's next number or its end follows a number of §. */
const LISTED = new RegExp(`(?=${S}(?:[,;).]|et |ou |à |du BOI|$))`, "uy");

const MOST_NUMBERS = 40;

/**
 * Reads « § 130 », « n° 10 à 40 », « §§ 130, 140 et 150 et s. »; an empty list where no number of § stands.
 * @param sections that the first is said to stand in.
 */
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

/** A number without its own mark goes on in the order of the numbers, and counts nothing. */
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
