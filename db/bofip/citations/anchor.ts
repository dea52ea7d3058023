import { NAME_BEGINS, NAME_FIRST } from "./identifiers.ts";
import { MARK_BEGINS, MARK_FIRST } from "./numbers.ts";

/** Decisions of courts have their own numbers: what follows in the sentence is no § of the doctrine. */
const COURT = String.raw`(?<![\p{L}\d-])(?:CJUE|CJCE|CEDH|CAA|QPC|CE(?=[, ])|Cass\.|[Aa]rrêts?|[Jj]ugements?|Conseil d'[EÉ]tat)(?![\p{L}\d])`;
const SENTENCE_END = String.raw`[.!?…][)»"”]?(?=[ \n]+[-"«“(]*[ \n]?\p{Lu})|\n ?\n`;

/** Regular expression source of what every anchor begins with: to try them all at each character took twice the time. */
export const ANCHOR_FIRST = String.raw`(?=[${NAME_FIRST}${MARK_FIRST}ACJQaj.!?…\n])`;

/** Where the reading of citations begins, or ends with the sentence. */
export const ANCHOR = new RegExp(
  `${ANCHOR_FIRST}(?:(?<name>${NAME_BEGINS})|(?<mark>${MARK_BEGINS})|(?<court>${COURT})|(?<end>${SENTENCE_END}))`,
  "gu",
);
