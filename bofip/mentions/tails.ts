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
  const isEnded = isHyphened || endsAt(tokens, rank + 1);
  if (!isEnded || token.numero.length > 3 || !/-\d{1,3}$/.test(subject.boiId)) return null;
  const start = isHyphened ? before.start : token.start;
  const identifier = subject.boiId.replace(/\d{1,3}$/, texte.slice(token.start, token.end));
  return { subject: subjectOf(identifier), start, end: token.end, next: rank + 1 };
}

function endsAt(tokens: readonly Token[], rank: number): boolean {
  const next = tokens[rank];
  return next === undefined || (next.kind === "point" && !"%€°".includes(next.mark)) || isWord(next, "and") || next.kind === "sign" || isWord(next, "mark");
}
