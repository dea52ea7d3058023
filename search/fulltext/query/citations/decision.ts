import { readDecisions } from "../../../../bofip/law/cited/decisions/read-decisions.ts";
import { readCitedLawKey } from "../../../../bofip/law/cited/keys.ts";
import type { Stretch } from "../stretches.ts";

/** A decision of a court in a query. */
export interface TypedDecision {
  /** Its key, as `CE-248065`. */
  readonly cle: string;
  /** As written. */
  readonly numero: string;
  /** Of its number. UTF-16 offsets. */
  readonly start: number;
  readonly end: number;
  /** With its court and its day. */
  readonly whole: Stretch;
}

/** « CE 248065 », « CAA Paris 10PA01234 »: a court and a number, without what the doctrine writes between. */
const TYPED =
  /(?<![\p{L}\p{M}\p{N}])(?:CE|(?:CAA|TA) (?:de )?\p{L}{3,20}|Cass\.?|CEDH),? (?:n° ?)?(\d[\dA-Z./-]{3,12}\d)(?![\p{L}\p{M}\p{N}])/giu;

/** The decisions that a query names by their numbers, in any form of the doctrine or by court and number alone. */
export function findDecisions(texte: string): TypedDecision[] {
  const told = readDecisions(texte).flatMap(({ cle, numero, start, end }): TypedDecision[] => {
    const at = numero === null ? -1 : texte.indexOf(numero, start);
    if (cle === null || numero === null || at < 0) return [];
    return [{ cle, numero, start: at, end: at + numero.length, whole: { start, end } }];
  });
  const typed = [...texte.matchAll(TYPED)].flatMap(({ 0: words, 1: numero = "", index }): TypedDecision[] => {
    const key = readCitedLawKey(words.replace(/,| de /gu, " "));
    const end = index + words.length;
    const start = end - numero.length;
    const isKnown = key?.kind !== "decision" || told.some((other) => other.start === start);
    return isKnown ? [] : [{ cle: key.cle, numero, start, end, whole: { start: index, end } }];
  });
  return [...told, ...typed];
}
