import { takeSectionAlone } from "../citations/sections.ts";
import { canonicalNumber } from "../paragraphs/paragraph-number.ts";
import { detailAt } from "./details.ts";
import { Draft } from "./drafts.ts";
import { isPoint, isWord, type ListedNumber } from "./numbers.ts";
import type { Sentence } from "./sentence.ts";
import { tailAt } from "./tails.ts";
import type { Piece, Token } from "./tokens.ts";
import { whoseNumbers } from "./whose.ts";

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
