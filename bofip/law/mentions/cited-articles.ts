import type { Cursor } from "../../reading/cursor.ts";
import { type Item, readList, withPrecisions } from "./article-list.ts";
import { NUMBER_BEGINS, PREFIXED, precisionsOf, STEP } from "./precision.ts";
import { takeCode } from "./take-code.ts";

interface Named {
  /** `CGI`, `LPF`, or the code's name in lower case. */
  readonly code: string;
  /** `I` to `IV` as written; null for the code itself. */
  readonly annex: string | null;
}

/** Articles of one code that are cited together. */
export interface Citation extends Named {
  readonly items: readonly Item[];
  /** Whether « à » precedes it: « l'article 150-0 A du CGI à l'article 150-0 E du CGI ». */
  readonly endsRange: boolean;
}

const ANNEX = "ann(?:exe|[.,])? ?";
// The source sometimes writes a lower-case L for the capital I: « ann. Il ».
const ROMAN = "(?<annex>[Il]V|[Il]{1,3})(?![\\p{Lu}'])";

/** Regular expression source of the annex that may precede a code's name: « annexe II au CGI ». */
export const ANNEX_TO = `(?:${ANNEX}(?<annexTo>[Il]V|[Il]{1,3}) ?(?:au|du) ?)`;

const ABOVE = "(?:(?:précité|susvisé|modifié|nouveau|ancien)e?s? )?";
const OF_ANNEX = new RegExp(`,? ?(?:(?:de|dans|à) )?(?:l')?${ANNEX}${ROMAN}`, "uy");
const SAME_CODE = / ?(?:du même|dudit|de ce(?: même)?|à ce) (?:code|livre)| ?du (?:code|livre) précité/uy;
const OF = new RegExp(`,? ?${ABOVE}(?:du|au) ?(?:le )?`, "uy");
const TO = /,? ?(?:(?:au|du) ?)?/uy;

// « article 8 CGI »; but in « article 8 CGI, art. 12 » the code belongs to the next citation.
const SPACE = / /uy;
const NO_ARTICLE = /(?!,? ?(?:ann|art))/uy;

// The source breaks sentences at the full stop of « art. » or « ann. », sometimes with headings in between.
const HEADING = String.raw`(?:[IVX]{1,4}|[A-Z]|\d{1,2})\. \p{Lu}[^\n]{0,120}\n+`;
const CUT = `\\n+(?:${HEADING}){0,4}`;
const ARTICLE_WORD = `(?<articles>art(?:s|icles?)?)\\.? ?(?:(?:article|art\\.) ?)?(?:(?:${CUT})(?=${PREFIXED}))?`;
const INSIDE = `(?:(?<inside>${STEP} (?:(?:du|et|ou) ${STEP} ){0,2})de l')?`;
const THEN_ARTICLE = new RegExp(
  `[,.]? ?(?:${ANNEX}(?:${CUT})?${ROMAN},? ?)?${INSIDE}${ARTICLE_WORD}(?=${NUMBER_BEGINS})`,
  "uy",
);
const CLOSING_BRACKET = /[)\]]/uy;

const WORD = "(?:(?:l'|les |aux |des )?articles? ?)?";
const JOIN = new RegExp(` ?(?:(?<to>à) ?${WORD}|(?:,|et|ou) ?)`, "uy");
const UP_TO = / ?à ?/uy;

/**
 * Reads, after « article », « 4 B du CGI », « 12 et 13 de l'annexe II au CGI », « 170 du CGI à 175 A du CGI »; empty
 * when no code follows the numbers. `same`: the code that « du même code » refers to.
 */
export function readCodeAfter(cursor: Cursor, isPlural: boolean, same: string | null): readonly Citation[] {
  const citations: Citation[] = [];
  let citation = cursor.attempt(() => readOneCodeAfter(cursor, isPlural, same, false));
  while (citation !== null) {
    citations.push(citation);
    const { code } = citation;
    citation = cursor.attempt(() => {
      const joined = cursor.take(JOIN);
      return joined && readOneCodeAfter(cursor, isPlural, code, joined.groups?.["to"] !== undefined);
    });
  }
  return citations;
}

function readOneCodeAfter(
  cursor: Cursor,
  isPlural: boolean,
  same: string | null,
  endsRange: boolean,
): Citation | null {
  const items = readList(cursor, isPlural);
  const named = items.length === 0 ? null : readCode(cursor, same);
  return named && { ...named, items, endsRange };
}

function readCode(cursor: Cursor, same: string | null): Named | null {
  const annex = cursor.take(OF_ANNEX)?.groups?.["annex"] ?? null;
  if (cursor.take(SAME_CODE)) return same === null ? null : { code: same, annex };
  const code =
    annex === null ? (takeCodeAfter(cursor, OF) ?? takeBareCode(cursor)) : takeCodeAfter(cursor, TO);
  return code === null ? null : { code, annex };
}

function takeBareCode(cursor: Cursor): string | null {
  return cursor.attempt(() => {
    const code = takeCodeAfter(cursor, SPACE);
    return cursor.take(NO_ARTICLE) && code;
  });
}

function takeCodeAfter(cursor: Cursor, joint: RegExp): string | null {
  return cursor.attempt(() => cursor.take(joint) && takeCode(cursor));
}

/**
 * Reads, after a code, « , art. 39, 1-5° », « ann. III, art. 46 AG », then the end of a range after its code again;
 * empty when no article follows. `isBracketed`: a bracket opens before the code, « ], art. 34 ».
 */
export function readArticlesAfter(cursor: Cursor, named: Named, isBracketed: boolean): readonly Citation[] {
  const first = cursor.attempt(() => {
    if (isBracketed) cursor.take(CLOSING_BRACKET);
    return readOneArticleAfter(cursor, named, false);
  });
  if (first === null) return [];
  const end = cursor.attempt(() => {
    const code = takeCodeAfter(cursor, UP_TO);
    return code === null ? null : readOneArticleAfter(cursor, { code, annex: null }, true);
  });
  return end === null ? [first] : [first, end];
}

function readOneArticleAfter(cursor: Cursor, { code, annex }: Named, endsRange: boolean): Citation | null {
  const opening = cursor.take(THEN_ARTICLE)?.groups;
  if (!opening) return null;
  const isPlural = opening["articles"]?.endsWith("s") ?? false;
  const items = readList(cursor, isPlural);
  const inside = opening["inside"] === undefined ? [] : precisionsOf(opening["inside"].trim());
  return { code, annex: annex ?? opening["annex"] ?? null, items: withPrecisions(items, inside), endsRange };
}
