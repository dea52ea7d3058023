import type { Subject } from "../citations/identifiers.ts";
import { sectionBeforeName } from "../citations/sections.ts";
import type { Cursor } from "../reading/cursor.ts";
import type { NamedPublication } from "../references/addresses.ts";
import { Draft } from "./drafts.ts";
import { isPoint, isWord, type ListedNumber } from "./numbers.ts";
import { type Memory, Sentence } from "./sentence.ts";
import { takeDay, takeFormer, takePeriod, takePrint, takeRest } from "./take-days.ts";
import { placeUnderLast, takeNumbers } from "./take-numbers.ts";
import { takeBare, takeDetail, takeSection, takeStep } from "./take-parts.ts";
import type { Piece, Token } from "./tokens.ts";

/** What a sentence has of the doctrine. */
export interface ReadSentence {
  readonly drafts: readonly Draft[];
  /** What looks like a § of the doctrine and belongs to no document. */
  readonly unread: readonly Piece[];
}

/** Says of each piece of a sentence whose it is. */
export function readSentence(
  texte: string,
  cursor: Cursor,
  tokens: readonly Token[],
  memory: Memory,
): ReadSentence {
  const isNext = (tokens[0]?.start ?? 0) - memory.sentenceEnd < LONGEST_GAP;
  const s = new Sentence(texte, cursor, tokens, memory, isNext);
  for (let rank = 0; rank < tokens.length; ) {
    const start = tokens[rank]?.start ?? 0;
    if (start >= s.turn) s.enter(start);
    rank = Math.max(rank + 1, take(s, rank));
  }
  s.endVersion();
  if (!s.isAllNumbers()) s.release();
  else if (s.isUnderLast()) placeUnderLast(s);
  else memory.above = s.pending;
  if (s.drafts.length > 0) memory.sentenceEnd = tokens.at(-1)?.end ?? 0;
  return { drafts: s.drafts, unread: s.unread };
}

/** Blanks and marks between two sentences. */
const LONGEST_GAP = 8;

/** Reads what stands at a rank; returns that of what follows. */
function take(s: Sentence, rank: number): number {
  const token = s.tokens[rank];
  if (token === undefined) return rank;
  switch (token.kind) {
    case "name":
      return takeName(s, rank, token.subject, token);
    case "address":
      return takeAddress(s, rank, token.publication, token);
    case "day":
      return takeDay(s, rank, token.date, token);
    case "period":
      return takePeriod(s, rank, token);
    case "sign":
      return takeNumbers(s, rank);
    case "number":
      return takeBare(s, rank, token);
    case "figure":
      return takeDetail(s, rank) ?? takeStep(s, rank) ?? s.pass(rank, s.isOtherNear);
    case "section":
      return takeSection(s, rank);
    case "point":
      return takePoint(s, rank, token.mark);
    case "word":
      return takeWord(s, rank, token);
  }
}

function takePoint(s: Sentence, rank: number, mark: string): number {
  if (mark === "(") takeRest(s, rank);
  if (",;)".includes(mark)) s.endVersion();
  if (mark === ";" && s.other === "law") s.isOtherNear = false;
  return rank + 1;
}

function takeWord(
  s: Sentence,
  rank: number,
  { word, class: name, start, end }: Extract<Token, { kind: "word" }>,
): number {
  switch (name) {
    case "mark":
      return takeNumbers(s, rank);
    case "same":
      return takeSame(s, rank);
    case "noun":
      return takeNoun(s, rank);
    case "ibid":
      return takeIbid(s, rank, word);
    case "work":
    case "court":
      s.refer("work");
      return rank + 1;
    case "law":
      s.refer("law");
      return rank + 1;
    case "version":
      if (s.isNear || (s.other === null && s.quoted === null)) s.version = { start, end, isOfUse: false };
      return rank + 1;
    case "inForce":
      if (s.version !== null && /^applicables?$/.test(word)) s.version = { ...s.version, end, isOfUse: true };
      return rank + 1;
    case "former":
      return takeFormer(s, rank, { start, end });
    case "glue":
      return (word === "in" ? takeDetail(s, rank) : takeStep(s, rank)) ?? rank + 1;
    case "part":
    case "example":
      return takeDetail(s, rank) ?? s.pass(rank, false);
    case "rank":
      return takeDetail(s, rank) ?? rank + 1;
    case "print":
      return takePrint(s, rank);
    case "month":
    case "thing":
    case "quantity":
    case "saying":
    case "end":
    case "aside":
      return s.pass(rank, false);
    case undefined:
      return takeStep(s, rank) ?? s.pass(rank, false);
    default:
      return rank + 1;
  }
}

/** « Cette instruction », « le même BOI » in a sentence that names no document: the last one. */
function takeSame(s: Sentence, rank: number): number {
  const noun = isWord(s.tokens[rank + 1], "same") ? rank + 2 : rank + 1;
  if (s.draft !== null || !isWord(s.tokens[noun], "noun") || !s.isLast(rank)) return s.pass(rank, false);
  s.recall();
  return noun + 1;
}

/** « L'instruction précitée », likewise. */
function takeNoun(s: Sentence, rank: number): number {
  const isNamed = isWord(s.tokens[rank + 1], "precited") && s.draft === null && s.isLast(rank);
  if (isNamed) s.recall();
  return isNamed ? rank + 2 : rank + 1;
}

/** « Ibid. », « id. », « loc. cit. » follow the last reference. */
function takeIbid(s: Sentence, rank: number, word: string): number {
  const isStopped = isPoint(s.tokens[rank + 1], ".");
  if (/^(?:id|loc|préc)$/i.test(word) && !isStopped) return s.pass(rank, false);
  if (s.draft !== null && s.other === null) return rank + 1;
  if (s.isLast(rank)) s.recall();
  else s.refer("law");
  const cit = s.tokens[rank + 2];
  return /^loc$/i.test(word) && cit?.kind === "word" ? rank + 3 : rank + 1;
}

function takeName(s: Sentence, rank: number, subject: Subject, { start, end }: Piece): number {
  const own = s.draft;
  if (own?.isOfAddress && isLinked(s, rank)) {
    own.join(subject.boiId, subject.actualite, subject.edition);
    own.extend(end);
    s.hold(own);
    return rank + 1;
  }
  const first = subject.fault === "ancienne" ? bulletinStart(s, rank) : null;
  s.begin(new Draft(subject, first ?? start, end, s.takePending(rank)));
  if (s.draft && subject.fault === "ancienne") s.draft.annee = yearOfOld(s.texte.slice(start, end));
  const entry = s.draft?.current;
  const isPlaced = s.tokens.slice(Math.max(0, rank - 4), rank).some(({ kind }) => kind === "section");
  if (entry?.number === null && isPlaced) entry.sections = sectionBeforeName(s.texte, start);
  return rank + 1;
}

/** « BOI n° 105 du 14/12/2010, 5 L-1-10 »: the bulletin that has the instruction. */
function bulletinStart(s: Sentence, rank: number): number | null {
  const from = rank - (isPoint(s.tokens[rank - 1], ",") ? 6 : 5);
  const [name, mark, number, , day] = s.tokens.slice(Math.max(0, from), rank);
  const isBulletin =
    isWord(name, "noun") && isWord(mark, "mark") && number?.kind === "number" && day?.kind === "day";
  return isBulletin ? (name?.start ?? null) : null;
}

function takeAddress(s: Sentence, rank: number, publication: NamedPublication | null, place: Piece): number {
  if (publication === null) {
    s.refer("law");
    return rank + 1;
  }
  const own = s.draft;
  const { boiId, actualite, date, isWithin, numero } = publication;
  const start = isWithin ? null : date;
  const isOne = own !== null && (boiId ?? actualite ?? own.named) === own.named;
  if (own !== null && isLinked(s, rank) && (isOne || isLabelled(s, rank))) own.join(boiId, actualite, start);
  else {
    const subject = { boiId, identifiant: boiId ?? "", edition: start, fault: null, actualite };
    s.begin(new Draft(subject, place.start, place.end, s.takePending(rank), true));
  }
  const draft = s.draft;
  if (draft === null) return rank + 1;
  draft.extend(place.end);
  draft.setPgp(publication.pgp, place, s.texte);
  if (isWithin) draft.sayWithin(date);
  if (numero !== null && draft.current?.number === null) draft.add([linkedNumber(numero, place)], true);
  s.hold(draft);
  return rank + 1;
}

/** Whether only marks stand between the document and a token: « [BOI-…](https… », « BOI-… (2491-PGP) ». */
function isLinked(s: Sentence, rank: number): boolean {
  const before = s.draft?.current?.end ?? 0;
  const start = s.tokens[rank]?.start ?? 0;
  return start - before <= 24 && LINKING.test(s.texte.slice(before, start));
}

function isLabelled(s: Sentence, rank: number): boolean {
  return isPoint(s.tokens[rank - 1], "(") && isPoint(s.tokens[rank - 2], "]");
}

const LINKING = /^(?:[\s,;:()[\]<>"'=–-]|&gt;|entifiant|id|%3D){0,20}$/i;

/** The year of « 5 B-12-10 », « RES n° 2012/27 »; null in other forms. */
function yearOfOld(written: string): number | null {
  const [, whole] = /(?<!\d)(\d{4})[/-]\d{1,3}(?: \(|$)/.exec(written) ?? [];
  const [, short] = /-(\d{2}|\d{4})$/.exec(written) ?? [];
  const year = whole ?? short;
  if (year === undefined) return null;
  if (year.length === 4) return Number(year);
  return Number(year) + (Number(year) > 50 ? 1900 : 2000);
}

function linkedNumber(numero: string, { start, end }: Piece): ListedNumber {
  return { numero, numeroFin: null, isSure: true, hasSign: true, sections: [], isMarked: true, start, end };
}
