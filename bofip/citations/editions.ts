import { takeDate, type WrittenDate } from "../days/days.ts";
import type { Cursor } from "../reading/cursor.ts";

const LEAD = String.raw`[ \n]?[),;]{0,2}[ \n]?\(?`;
const VERSION = String.raw`(?:(?:dans[ \n])?(?:en[ \n])?(?:sa[ \n]|la[ \n])?(?:version|rédaction|édition|publication)[ \n])`;
const PUBLISHED = String.raw`(?:(?:publiée?|mise?[ \n]en[ \n]ligne|mise?[ \n]à[ \n]jour|datée?)[ \n])`;

/** « , version du », « du », « publié le »; « le » alone introduces the date of something else. */
const INTRODUCED = new RegExp(
  `${LEAD}(?:${VERSION}?${PUBLISHED}?(?:en[ \\n]date[ \\n])?du|${VERSION}?${PUBLISHED}le|${VERSION})[ \\n]?(?=\\d)`,
  "iuy",
);
const BARE = /(?:[ \n]?(?:,|\()?[ \n]?(?=\d{1,4}[ \n/.-]|1er )|-(?=\d{1,2}\/\d))/uy;
/** « du 1er janvier au 31 mars » is a period, not an edition. */
const PERIOD = /[ \n]au[ \n]\d/uy;

/** Reads an edition's date: « , version du 18 janvier 2024 », « du 18/01/2024 », « (2024-01-18) »; null without. */
export function takeEdition(cursor: Cursor): WrittenDate | null {
  return (
    cursor.attempt(() => (cursor.take(INTRODUCED) ? takeDay(cursor) : null)) ??
    cursor.attempt(() => (cursor.take(BARE) ? takeDay(cursor) : null))
  );
}

function takeDay(cursor: Cursor): WrittenDate | null {
  const day = takeDate(cursor);
  return day === null || cursor.sees(PERIOD) ? null : day;
}

const FINGERPRINT = /[ \n]?,?[ \n]?\(?empreinte(?:[ \n]?:)?[ \n](?<digits>[0-9a-f]{6,64})(?![\p{L}\d])/iuy;
const ENDED = /[ \n]\((?:retiré|transféré)e?[ \n]le[ \n]/uy;
const CLOSING = /\)/uy;

/** What a canonical citation gives besides its edition. */
export interface Rest {
  /** First digits of a fingerprint, in lower case, or null. */
  readonly empreinte: string | null;
  /** Date on which the document ended, according to the citation, or null. */
  readonly fin: WrittenDate | null;
}

/** Reads the fingerprint and the end date of the document; null if there is neither. */
export function takeRest(cursor: Cursor): Rest | null {
  const empreinte = cursor.take(FINGERPRINT)?.groups?.["digits"]?.toLowerCase() ?? null;
  const fin = cursor.attempt(() => {
    const end = cursor.take(ENDED) && takeDate(cursor);
    return end && cursor.take(CLOSING) ? end : null;
  });
  return empreinte === null && fin === null ? null : { empreinte, fin };
}
