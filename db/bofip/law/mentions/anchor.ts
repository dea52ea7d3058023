import { ANNEX_TO } from "./citation.ts";
import { CODE_BEGINS, CODE_FIRST } from "./codes.ts";
import { NUMBER_BEGINS } from "./number.ts";

/** Regular expression source of what every anchor begins with: to try them all at each character took twice the time. */
export const ANCHOR_FIRST = `(?=[AaDd${CODE_FIRST}])`;

const ARTICLES = `(?<articles>[Aa]rticles?|\\b[Aa]rts?\\.?) ?(?=${NUMBER_BEGINS})`;
const CODE = `${ANNEX_TO}?(?=(?<code>${CODE_BEGINS}))`;
const AGAIN = `(?<again>(?:[Dd]udit|[Aa]udit|(?:du|au|ce|cet) même) article)(?!s| ?${NUMBER_BEGINS})`;

/** Where the reading of a mention begins. */
export const ANCHOR = new RegExp(`${ANCHOR_FIRST}(?:${ARTICLES}|${CODE}|${AGAIN})`, "gu");
