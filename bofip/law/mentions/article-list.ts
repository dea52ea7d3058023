import type { Cursor } from "../../reading/cursor.ts";
import { inside, NUMBER, PREFIXED, precisionsAfter, precisionsOf, STEP } from "./precision.ts";

/** One number of a list, as written. */
export interface Item {
  readonly number: string;
  /** Last number of the range that starts at `number`, null for « et suivants »; absent without a range. */
  readonly until?: string | null;
  /** The parts of the article that are cited, outermost first: « II-1° »; absent for the whole article. */
  readonly precisions?: readonly string[];
}

const STEPS = new RegExp(`(?:,? |,|-)${STEP}(?:(?:,? |,|-| et | ou | à )${STEP}){0,6}`, "uy");

// « l'article », « aux articles », and the preceding subdivision: « au I de », « 5. de », « au premier alinéa du 1 de
// ».
const INSIDE = String.raw`(?:(?:(?:aux?|du|des|les?) ?)?(?:\p{L}{1,12} alinéa du )?(?<inside>${STEP}\.?(?:(?: du |, | et | ou )${STEP}){0,4}) de )`;
const WORD = `(?:(?:${INSIDE}|de |à )?l'article|aux? articles?|des articles|art\\.) ?`;
const SEPARATOR = new RegExp(
  ` ?(?:(?<to>à)|,? ?(?:et|ou|ainsi qu[e'])(?:,? le cas échéant,)?|(?<comma>,)) ?(?<word>${WORD})?`,
  "uy",
);

const FOLLOWING = / ?et (?:suiv(?:antes?|ants?|\.)?|s\.)/uy;

const FIRST = new RegExp(NUMBER, "uy");

// After « et » a bare number may be something else: « art. 6 et 15 % », « et 4° ».
const NOT_A_QUANTITY = String.raw`(?!(?:-\d{1,2})?°| ?(?:[%€°\d]|euros?\b|ans?\b|mois\b|jours?\b|alinéas?\b))`;
const NEXT = new RegExp(NUMBER + NOT_A_QUANTITY, "uy");

// Numbers that can't be a subdivision: « L. 16 », « 156 », and « 56 » unless words follow it; years are excluded.
const UNMISTAKABLE = new RegExp(
  String.raw`${PREFIXED}|(?=(?:\d{3}|1[0-8]\d\d)(?!\d)|(?:2[1-9]|[3-9]\d) ?(?:[,;.)\]\n]|$|et |ou |à ))`,
  "uy",
);
const SUBDIVISION = /^(?:1?\d|20)(?!\d)(?! ?[A-Z])/;

const LONGEST_LIST = 30;

/**
 * Reads « 4 A et 4 B », « L. 10 à L. 54 A », « L. 55 et suivants », « 6, 4 et 6 » (6 alone); empty without a number.
 * `isPlural`, after « articles »: a bare number following a comma is an article, else a subdivision.
 */
export function readList(cursor: Cursor, isPlural: boolean): readonly Item[] {
  const first = cursor.take(FIRST);
  if (first === null) return [];
  const items: Item[] = [{ number: first[0] }];
  let isSubdivided = false;
  for (let rests = LONGEST_LIST; rests > 0; rests -= 1) {
    if (cursor.take(FOLLOWING)) endLast(items, null);
    else if (addNext(cursor, items, isPlural, isSubdivided)) isSubdivided = false;
    else {
      const steps = cursor.take(STEPS)?.[0];
      if (steps === undefined) break;
      makePrecise(items, steps);
      isSubdivided = true;
    }
  }
  return items;
}

/** @param steps as written, with the separator from the number. */
function makePrecise(items: Item[], steps: string): void {
  const last = items.pop();
  const precisions = precisionsAfter(steps.replace(/^[, -]+/, "").replace(/\s+/g, " "));
  if (last) items.push({ precisions, ...last });
}

interface Next {
  readonly number: string;
  readonly precisions: readonly string[];
  /** Whether it follows « à ». */
  readonly isEnd: boolean;
}

function addNext(cursor: Cursor, items: Item[], isPlural: boolean, isSubdivided: boolean): boolean {
  const last = items.at(-1)?.number ?? "";
  const next = cursor.attempt(() => readNext(cursor, last, isPlural, isSubdivided));
  if (next === null) return false;
  if (next.isEnd && items.at(-1)?.until === undefined) endLast(items, next.number);
  else {
    const { number, precisions } = next;
    items.push(precisions.length === 0 ? { number } : { number, precisions });
  }
  return true;
}

/** Reads « , 4 B », « et 4 B », « à 4 B »; null when what follows is not an article, or is a subdivision. */
function readNext(cursor: Cursor, last: string, isPlural: boolean, isSubdivided: boolean): Next | null {
  const separator = cursor.take(SEPARATOR)?.groups;
  if (!separator) return null;
  const isBare = separator["word"] === undefined;
  const isAfterComma = separator["comma"] !== undefined;
  if (isBare && (isSubdivided || (!isPlural && isAfterComma)) && !cursor.take(UNMISTAKABLE)) return null;
  const number = cursor.take(NEXT)?.[0];
  if (number === undefined || (isBare && isAfterComma && isSubdivisionOf(number, last))) return null;
  const inside = separator["inside"];
  const precisions = inside === undefined ? [] : precisionsOf(inside);
  return { number, precisions, isEnd: separator["to"] !== undefined };
}

/** Articles are listed in order: in « articles 38 ter et 39, 8 », 8 is of article 39. */
function isSubdivisionOf(number: string, last: string): boolean {
  return SUBDIVISION.test(number) && Number.parseInt(number, 10) < Number.parseInt(last, 10);
}

function endLast(items: Item[], until: string | null): void {
  const last = items.pop();
  if (last) items.push({ ...last, until });
}

/** Returns the items, adding to the first one the subdivisions cited before it. */
export function withPrecisions(items: readonly Item[], before: readonly string[]): readonly Item[] {
  const [first, ...others] = items;
  if (first === undefined || before.length === 0) return items;
  return [{ ...first, precisions: inside(first.precisions ?? [], before) }, ...others];
}
