import { type Subject, subjectOf } from "../citations/identifiers.ts";
import type { Draft } from "./drafts.ts";
import { isPoint, isWord } from "./numbers.ts";
import type { Piece, Token } from "./tokens.ts";

/** A document named by the end of its identifier, after another: « BOI-IR-LIQ-20-10, -20 et -30 ». */
interface Tail extends Piece {
  readonly subject: Subject;
  readonly next: number;
}

/** Reads the end of an identifier at the rank of its number; null when that is none. */
export function tailAt(texte: string, tokens: readonly Token[], rank: number, { subject, current }: Draft): Tail | null {
  const token = tokens[rank];
  if (token?.kind !== "number" || subject.boiId === null || current?.number !== null) return null;
  const before = tokens[rank - 1];
  const isHyphened = isPoint(before, "-") && before?.end === token.start;
  const joint = tokens[rank - (isHyphened ? 2 : 1)];
  const isAnd = isWord(joint, "and") || isPoint(joint, "&");
  if (!(isAnd || (isHyphened && (isPoint(joint, ",") || isPoint(joint, "/") || isPoint(joint, ";"))))) return null;
  const last = lastOf(tokens, rank);
  const isEnded = isHyphened || last > rank || endsAt(tokens, rank + 1);
  const end = tokens[last]?.end ?? token.end;
  const segments = texte.slice(token.start, end).split("-");
  const kept = subject.boiId.split("-").slice(0, -segments.length);
  if (!isEnded || !segments.every(isSegment) || !subject.boiId.split("-").slice(kept.length).every(isSegment)) return null;
  const start = isHyphened ? before.start : token.start;
  return { subject: subjectOf([...kept, ...segments].join("-")), start, end, next: last + 1 };
}

/** The rank of the last number of « -20-20 ». */
function lastOf(tokens: readonly Token[], rank: number): number {
  let last = rank;
  while (tokens[last + 2]?.kind === "number" && isPoint(tokens[last + 1], "-") && isGlued(tokens, last)) last += 2;
  return last;
}

function isGlued(tokens: readonly Token[], rank: number): boolean {
  return tokens[rank]?.end === tokens[rank + 1]?.start && tokens[rank + 1]?.end === tokens[rank + 2]?.start;
}

function isSegment(segment: string): boolean {
  return /^\d{1,3}$/.test(segment);
}

function endsAt(tokens: readonly Token[], rank: number): boolean {
  const next = tokens[rank];
  return next === undefined || (next.kind === "point" && !"%€°".includes(next.mark)) || isWord(next, "and") || next.kind === "sign" || isWord(next, "mark");
}
