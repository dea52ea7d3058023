import { type Subject, subjectOf } from "../citations/identifiers.ts";
import { takeSectionAlone } from "../citations/sections.ts";
import { canonicalNumber } from "../paragraphs/paragraphs.ts";
import { Draft } from "./drafts.ts";
import { isPoint, isWord, type ListedNumber } from "./numbers.ts";
import type { Sentence } from "./sentence.ts";
import { whoseNumbers } from "./take-numbers.ts";
import type { Piece, Token } from "./tokens.ts";

/** « BOI-…, 999 »: a number that nothing says to be that of a §. */
export function takeBare(s: Sentence, rank: number, place: Piece): number {
  const detail = takeDetail(s, rank);
  if (detail !== null) return detail;
  const draft = s.draft;
  // « BOI-…. 2/ Prestations »: what a stop parts is of another sentence.
  if (draft === null || !s.isNear || isPoint(s.tokens[rank - 1], ".")) return s.pass(rank, s.isOtherNear);
  const tail = tailAt(s.texte, s.tokens, rank, draft);
  if (tail !== null) {
    s.begin(new Draft(tail.subject, tail.start, tail.end, []));
    return tail.next;
  }
  // « les § 10 du BOI-… et 20 du BOI-… »
  const whose = isWord(s.tokens[rank - 1], "and") ? whoseNumbers(s.tokens, rank + 1) : null;
  if (whose?.of === "next") {
    s.wait({ numbers: [numberAt(s, rank)], unread: [], isOfDoctrine: true });
    return whose.rank;
  }
  const next = s.tokens[rank + 1];
  const isRange = next?.kind === "word" && next.word === "à" && s.tokens[rank + 2]?.kind === "number";
  const isAlone = isRange || endsPiece(next);
  if (isAlone && !isCall(s, rank)) draft.note(place);
  else if (!isAlone) s.isNear = false;
  return rank + 1;
}

function numberAt(s: Sentence, rank: number): ListedNumber {
  const token = s.tokens[rank];
  const numero = token?.kind === "number" ? canonicalNumber(token.numero) : "";
  const place = { start: token?.start ?? 0, end: token?.end ?? 0 };
  return { numero, numeroFin: null, isSure: true, hasSign: true, sections: [], isMarked: false, ...place };
}

/** « § 10, 1° », « § 10, a) »: a step within a §. */
export function takeStep(s: Sentence, rank: number): number | null {
  const token = s.tokens[rank];
  const before = s.tokens[rank - 1];
  const isFigure = token?.kind === "figure" && token.isOrdinal;
  const isLetter =
    token?.kind === "word" &&
    /^[a-h]$/.test(token.word) &&
    (isPoint(before, ",") || before?.kind === "number");
  const isStep = (isFigure || isLetter) && endsPiece(s.tokens[rank + 1]);
  if (!isStep || !s.isNear || token === undefined || !s.draft?.current?.number) return null;
  s.draft.note(token);
  return rank + 1;
}

/** Whether a piece of a reference ends before a token. */
function endsPiece(next: Token | undefined): boolean {
  return next === undefined || (next.kind === "point" && !"%€°".includes(next.mark)) || isWord(next, "and");
}

/** « (1) », « [12] »: the call of a footnote. */
function isCall(s: Sentence, rank: number): boolean {
  const token = s.tokens[rank];
  if (token?.kind !== "number" || Number(token.numero) > 99 || Number(token.numero) % 10 === 0) return false;
  const [before, after] = [s.tokens[rank - 1], s.tokens[rank + 1]];
  if (isPoint(before, "^")) return true;
  return (isPoint(before, "(") && isPoint(after, ")")) || (isPoint(before, "[") && isPoint(after, "]"));
}

export function takeSection(s: Sentence, rank: number): number {
  const draft = s.draft;
  const entry = draft?.current;
  if (draft && s.isNear && entry?.number === null && entry.isBeside) {
    s.cursor.at = entry.end;
    const sections = takeSectionAlone(s.cursor);
    const follows = s.tokens[rank + 1];
    const isOfNumber =
      follows?.kind === "sign" || isWord(follows, "mark") || whoseNumbers(s.tokens, rank + 1).of === "next";
    const token = s.tokens[rank];
    if (sections.length > 0 && !isOfNumber) {
      entry.sections = sections;
      draft.extend(s.cursor.at);
    } else if (entry.sections.length > 0 && token && !isOfNumber) {
      entry.sections = [...entry.sections, s.texte.slice(token.start, token.end)];
      draft.extend(token.end);
    }
  }
  return rank + 1;
}

export function takeDetail(s: Sentence, rank: number): number | null {
  const detail = detailAt(s.tokens, rank);
  if (detail === null) return null;
  const { next, start, end } = detail;
  const whose = whoseNumbers(s.tokens, next);
  const isBefore = whose.of === "next" || isOfNumber(s.tokens, next);
  if (s.quoted !== null && !s.isNear) return next;
  if (isBefore) s.detailsBefore.push({ start, end });
  else if (s.draft !== null && (s.isNear || (s.other === null && detail.isSure && whose.of !== "other")))
    s.draft.note({ start, end });
  return next;
}

function isOfNumber(tokens: readonly Token[], rank: number): boolean {
  const isOf = isWord(tokens[rank], "of");
  const next = tokens[rank + (isOf ? 1 : 0)];
  return isOf && (next?.kind === "sign" || isWord(next, "mark") || isWord(next, "glue"));
}

/** A part of a § that is not compared: « 2e alinéa », « exemple 2 », « in fine ». */
interface Detail extends Piece {
  /** Whether it can be nothing else, far from the document too. */
  readonly isSure: boolean;
  readonly next: number;
}

function detailAt(tokens: readonly Token[], rank: number): Detail | null {
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

/** A document named by the end of its identifier, after another: « BOI-IR-LIQ-20-10, -20 et -30 ». */
interface Tail extends Piece {
  readonly subject: Subject;
  readonly next: number;
}

/** Reads the end of an identifier at the rank of its number; null when that is none. */
function tailAt(
  texte: string,
  tokens: readonly Token[],
  rank: number,
  { subject, current }: Draft,
): Tail | null {
  const token = tokens[rank];
  if (token?.kind !== "number" || subject.boiId === null || current?.number !== null) return null;
  const before = tokens[rank - 1];
  const isHyphened = isPoint(before, "-") && before?.end === token.start;
  const joint = tokens[rank - (isHyphened ? 2 : 1)];
  const isAnd = isWord(joint, "and") || isPoint(joint, "&");
  if (!(isAnd || (isHyphened && (isPoint(joint, ",") || isPoint(joint, "/") || isPoint(joint, ";")))))
    return null;
  const last = lastOf(tokens, rank);
  const isEnded = isHyphened || last > rank || endsAt(tokens, rank + 1);
  const end = tokens[last]?.end ?? token.end;
  const segments = texte.slice(token.start, end).split("-");
  const kept = subject.boiId.split("-").slice(0, -segments.length);
  if (!isEnded || !segments.every(isSegment) || !subject.boiId.split("-").slice(kept.length).every(isSegment))
    return null;
  const start = isHyphened ? before.start : token.start;
  return { subject: subjectOf([...kept, ...segments].join("-")), start, end, next: last + 1 };
}

/** The rank of the last number of « -20-20 ». */
function lastOf(tokens: readonly Token[], rank: number): number {
  let last = rank;
  while (tokens[last + 2]?.kind === "number" && isPoint(tokens[last + 1], "-") && isGlued(tokens, last))
    last += 2;
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
  return (
    next === undefined ||
    (next.kind === "point" && !"%€°".includes(next.mark)) ||
    isWord(next, "and") ||
    next.kind === "sign" ||
    isWord(next, "mark")
  );
}
