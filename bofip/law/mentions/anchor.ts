import { ANNEX_TO } from "./citation.ts";
import { CODE_BEGINS, CODE_START } from "./codes.ts";
import { NUMBER_BEGINS } from "./number.ts";

const ARTICLES = `(?<articles>[Aa]rticles?|\\b[Aa]rts?\\.?) ?(?=${NUMBER_BEGINS})`;
const CODE = `${ANNEX_TO}?(?=(?<code>${CODE_BEGINS}))`;
const AGAIN = `(?<again>(?:[Dd]udit|[Aa]udit|(?:du|au|ce|cet) même) article)(?!s| ?${NUMBER_BEGINS})`;

/** The first characters of every anchor: the only expression tried at each character, a quarter of the time of all. */
export const ANCHOR_START = new RegExp(`[Aa]rt|ann|${CODE_START}|[Dd]udit|[Aa]udit|[da]u m|cet? m`, "g");

/** Where the reading of a mention begins. */
export const ANCHOR = new RegExp(`${ARTICLES}|${CODE}|${AGAIN}`, "uy");
