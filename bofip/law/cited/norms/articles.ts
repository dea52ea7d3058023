import type { Cursor } from "../../../reading/cursor.ts";
import { readList } from "../../mentions/article-list.ts";
import { CODE_BEGINS } from "../../mentions/take-code.ts";
import { NORM_START } from "./norm-date.ts";

const STARTS_NUMBER = String.raw`(?=\d|premier)`;

/** The word « article » before numbers. */
export const ARTICLE_WORD = new RegExp(`(?:[Aa]rticles?|(?<!\\p{L})[Aa]rts?\\.?) ?${STARTS_NUMBER}`, "uy");
export const ARTICLE_START = "[Aa]rt(?:icle|\\.|s\\.)";

const ORDINAL = "(?<ordinal>première|seconde|deuxième|troisième|quatrième|cinquième) ";
const STATE = "(?: (?:modifié|précité|nouveau|ancien)e?s?)?";
const TO_NORM = new RegExp(
  `${STATE},? ?(?:de |d'|du ?|des ?|de |à |dans )?(?:la ?|l'|les ?|le ?)?(?:${ORDINAL})?`,
  "uy",
);
const JOIN =
  /,? ?(?:,|et|ou) ?(?:(?:de |à |par )?(?:l'|les )|aux |des )?(?<word>(?:articles?|art\.) ?)?(?=\d)/uy;

/** Reads « 60 », « 9 et 11 », « 4 et suivants » (4), as written; empty when there is no number. */
export function takeArticleNumbers(cursor: Cursor, isPlural: boolean): readonly string[] {
  return readList(cursor, isPlural).flatMap(({ number, until }) =>
    (until == null ? [number] : [number, until]).map((each) => each.replace(/^premier$|^1 er$/, "1er")),
  );
}

/** What joins an article to its norm, up to the norm's word: « de la », « du »; and « quatrième » after it. */
export function takeJoint(cursor: Cursor): { readonly ordinal: string | null } | null {
  const joint = cursor.take(TO_NORM);
  return joint && { ordinal: joint.groups?.["ordinal"] ?? null };
}

/** Whether numbers after a comma are articles: after « articles » and « art. », not after « article ». */
export function isListed(word: string): boolean {
  return !/article$/i.test(word);
}

/** After « articles 105 de la loi … », where « article 83 de la loi … » starts; the cursor moves to the number. */
export function takeNextArticles(cursor: Cursor): number | null {
  const join = cursor.take(JOIN);
  return join && cursor.at - (join.groups?.["word"] ?? "").length;
}

const TITLE = String.raw`(?<title>(?: ?\p{L}[^.;:()\n]{0,200}?)?)`;
const THEN_ARTICLE = new RegExp(
  `${TITLE}(?:,| ?\\(|(?<=\\)|\\d)) ?(?<word>art(?:icle)?s?)\\.? ?${STARTS_NUMBER}`,
  "uy",
);
const OTHER_LAW = new RegExp(`${NORM_START}|${CODE_BEGINS}`, "u");
const OF_OTHER = /,? ?(?:du|de|des|d'|au|aux)(?!\p{L})/uy;

/** Reads articles after a norm, « , article 13 », or after its title, « relative à …, art. 220 »; empty if another's. */
export function takeArticlesAfter(cursor: Cursor): readonly string[] {
  return (
    cursor.attempt(() => {
      const { title = "", word = "" } = cursor.take(THEN_ARTICLE)?.groups ?? {};
      if (word === "" || OTHER_LAW.test(title)) return null;
      const numbers = takeArticleNumbers(cursor, isListed(word));
      return numbers.length === 0 || cursor.sees(OF_OTHER) ? null : numbers;
    }) ?? []
  );
}
