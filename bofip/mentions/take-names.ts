import type { Subject } from "../citations/identifiers.ts";
import { sectionBeforeName } from "../citations/sections.ts";
import type { NamedPublication } from "../references/publication.ts";
import { Draft } from "./drafts.ts";
import { isPoint, isWord, type ListedNumber } from "./numbers.ts";
import type { Sentence } from "./sentence.ts";
import type { Piece } from "./tokens.ts";

export function takeName(s: Sentence, rank: number, subject: Subject, { start, end }: Piece): number {
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

export function takeAddress(
  s: Sentence,
  rank: number,
  publication: NamedPublication | null,
  place: Piece,
): number {
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
