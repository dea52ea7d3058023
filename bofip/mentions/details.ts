import { isPoint, isWord } from "./numbers.ts";
import type { Piece, Token } from "./tokens.ts";

/** A part of a § that is not compared: « 2e alinéa », « exemple 2 », « in fine ». */
export interface Detail extends Piece {
  /** Whether it can be nothing else, far from the document too. */
  readonly isSure: boolean;
  readonly next: number;
}

/** Reads the detail that begins at a rank; null when none does. */
export function detailAt(tokens: readonly Token[], rank: number): Detail | null {
  const token = tokens[rank];
  const next = tokens[rank + 1];
  if (token === undefined) return null;
  if (isRank(token) && isWord(next, "part")) return upTo(tokens, token.start, rank + 2, true);
  if (token.kind === "word" && token.word === "in" && next?.kind === "word" && next.class === "end")
    return upTo(tokens, token.start, rank + 2, true);
  if (token.kind !== "word") return null;
  const numbered = isPoint(next, ".") && token.class === "part" ? rank + 2 : rank + 1;
  const isNumbered = tokens[numbered]?.kind === "number" || isFigure(tokens[numbered]);
  if (token.class === "part") return isNumbered ? upTo(tokens, token.start, numbered + 1, true) : null;
  if (token.class !== "example") return null;
  if (isNumbered) return upTo(tokens, token.start, rank + 2, false);
  if (isWord(next, "mark") && tokens[rank + 2]?.kind === "number")
    return upTo(tokens, token.start, rank + 3, false);
  const before = tokens[rank - 1];
  // « remarque étant faite que » is none.
  const isEnded =
    next === undefined || next.kind === "point" || isWord(next, "of") || /^tableaux?$/i.test(token.word);
  if (!isEnded) return null;
  return before?.kind === "point" && ",(".includes(before.mark)
    ? upTo(tokens, token.start, rank + 1, false)
    : null;
}

function isRank(token: Token): boolean {
  return (token.kind === "figure" && token.isOrdinal) || isWord(token, "rank") || token.kind === "number";
}

function isFigure(token: Token | undefined): boolean {
  return token?.kind === "figure";
}

function upTo(tokens: readonly Token[], start: number, next: number, isSure: boolean): Detail {
  const isStopped = isPoint(tokens[next], ".") && tokens[next + 1] !== undefined;
  const last = tokens[isStopped || isShortened(tokens, next) ? next : next - 1];
  return { start, end: last?.end ?? start, isSure, next: isStopped ? next + 1 : next };
}

/** « 2e al. » at the end of a text keeps its stop. */
function isShortened(tokens: readonly Token[], next: number): boolean {
  const word = tokens[next - 1];
  return isPoint(tokens[next], ".") && word?.kind === "word" && word.word.toLowerCase() === "al";
}
