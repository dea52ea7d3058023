import { takeDate } from "../../../days/french-date.ts";
import type { Cursor } from "../../../reading/cursor.ts";

const BEFORE = /,? ?(?:(?:modifiée?|précitée?|susvisée?),? )?(?:en date )?(?:du|des) ?/uy;
const BARE = /,? ?/uy;
const REPUBLICAN = /\d{1,2} \p{L}{6,11} an [IVX]{1,5} ?\((?:du )?/uy;
const CLOSING = /\)/uy;

/**
 * Reads « du 29 décembre 2012 », « du 22 frimaire an VII (12 décembre 1798) »; null without.
 * @param isBare whether « du » may be missing: « L. n° 2012-1509, 29 déc. 2012 »
 */
export function takeNormDate(cursor: Cursor, isBare: boolean): string | null {
  return cursor.attempt(() => {
    if (!cursor.take(BEFORE) && !(isBare && cursor.take(BARE))) return null;
    const isRepublican = cursor.take(REPUBLICAN) !== null;
    const date = takeDate(cursor)?.date ?? null;
    if (date !== null && isRepublican) cursor.take(CLOSING);
    return date;
  });
}
