import { takeRest as readRest } from "../citations/editions.ts";
import { isPoint, isWord } from "./numbers.ts";
import type { Sentence } from "./sentence.ts";
import type { Piece, Token } from "./tokens.ts";

export function takeDay(s: Sentence, rank: number, date: string | null, place: Piece): number {
  if (isPeriod(s.tokens, rank)) {
    s.isNear = false;
    return rank + 3;
  }
  const said = readSaidDay(s.tokens, rank);
  const draft = s.draft;
  const isWithin = said.of === "within";
  const isVersion = said.isVersion || (said.isSaid && s.version !== null);
  const isOwn = s.isNear || (isVersion && s.other === null && s.quoted === null);
  if (said.of !== "nothing" && draft !== null && isOwn) {
    if (isWithin) draft.sayWithin(date);
    else draft.sayStart(date, place);
    if (s.isNear) draft.extend(place.end);
    s.version = null;
    s.isNear = true;
  } else {
    if (said.of !== "nothing" && s.quoted === null && isOfNoun(s, said.from))
      s.dayBefore = { date, isWithin, place };
    s.isNear = false;
  }
  return rank + 1;
}

/** Whether words that introduce a day follow « les commentaires ». */
function isOfNoun(s: Sentence, from: number): boolean {
  const around = s.tokens.slice(Math.max(0, from - 4), from + 2);
  return around.some((token) => isWord(token, "noun"));
}

/** A year or a month can't be checked. */
export function takePeriod(s: Sentence, rank: number, place: Piece): number {
  const said = readSaidDay(s.tokens, rank);
  const isBare = said.from === rank || isPoint(s.tokens[rank - 1], ",") || isPoint(s.tokens[rank - 1], "(");
  const isVersion = (said.isVersion || s.version !== null) && s.other === null && s.quoted === null;
  const isOwn = s.isNear ? said.isSaid || isBare : isVersion;
  if (isOwn && s.draft !== null) {
    s.draft.note(place);
    s.version = null;
  } else s.isNear = false;
  return rank + 1;
}

/** « dans sa version antérieure », « issue de la loi »: an edition that no day names. */
export function takeFormer(s: Sentence, rank: number, { start, end }: Piece): number {
  const next = s.tokens[rank + 1];
  const isBefore = isWord(next, "version");
  const isDated = s.tokens
    .slice(rank + 1, rank + 6)
    .some((token) => isWord(token, "published") || isWord(token, "version"));
  if (isDated && !isBefore) return rank + 1;
  if ((isBefore || s.version !== null) && s.isNear && s.draft)
    s.draft.note({ start: s.version?.start ?? start, end: (isBefore ? next?.end : null) ?? end });
  s.version = null;
  return s.pass(isBefore ? rank + 1 : rank, false);
}

export function takePrint(s: Sentence, rank: number): number {
  if (s.isNear) {
    const after = takeRest(s, rank);
    if (after !== null) return after;
    const next = s.tokens[rank + 1];
    if (s.draft && next !== undefined && next.kind !== "point") s.draft.isPrintUnread = true;
  }
  return s.pass(rank, false);
}

/** A fingerprint, the day on which the document ended. */
export function takeRest(s: Sentence, rank: number): number | null {
  const draft = s.draft;
  if (draft === null || !s.isNear) return null;
  s.cursor.at = draft.current?.end ?? 0;
  const rest = readRest(s.cursor);
  if (rest === null) return null;
  draft.empreinte = rest.empreinte ?? draft.empreinte;
  if (rest.fin?.date === null) draft.sayStart(null, s.tokens[rank] ?? { start: 0, end: 0 });
  draft.fin = rest.fin?.date ?? draft.fin;
  draft.extend(s.cursor.at);
  const after = s.tokens.findIndex(({ start }, at) => at >= rank && start >= s.cursor.at);
  return after < 0 ? s.tokens.length : after;
}

interface SaidDay {
  /** What it is the day of: an edition that begins on it, one in force on it, or something else. */
  readonly of: "start" | "within" | "nothing";
  /** Whether a word says that it is an edition's: « version », « publié », « en vigueur ». */
  readonly isSaid: boolean;
  /** Whether « version » itself is one of them. */
  readonly isVersion: boolean;
  /** Rank of the first of these words, or of the day. */
  readonly from: number;
}

const MOST_WORDS = 14;

/** Reads the words that introduce the day, the month or the year at a rank: « dans sa version en vigueur au ». */
function readSaidDay(tokens: readonly Token[], rank: number): SaidDay {
  let from = rank;
  const said: Said = { isVersion: false, isPublished: false, isInForce: false, isMis: false, isJour: false };
  for (let at = rank - 1; at >= 0 && rank - at <= MOST_WORDS; at -= 1) {
    const token = tokens[at];
    if (token?.kind === "point") {
      if (!",([:.".includes(token.mark)) break;
    } else if (token?.kind !== "word" || !INTRODUCING.has(token.class ?? "")) break;
    else hear(said, token.word.toLowerCase(), token.class);
    from = at;
  }
  const isInForce = said.isInForce || (said.isJour && !said.isMis);
  const isPublished = said.isPublished || said.isMis;
  const isSaid = isInForce || isPublished || said.isVersion;
  const last = tokens[rank - 1];
  const isOf = isWord(last, "of") || (last?.kind === "word" && last.word === "of");
  const isAt = last?.kind === "word" && last.word.toLowerCase() === "au";
  const isBare = rank === from || last?.kind === "point";
  return {
    of: isInForce ? "within" : isSaid || isOf || isBare ? "start" : isAt ? "within" : "nothing",
    ...{ isSaid, isVersion: said.isVersion, from },
  };
}

const INTRODUCING: ReadonlySet<string> = new Set([
  "version",
  "published",
  "inForce",
  "of",
  "glue",
  "administrative",
  "noun",
]);

interface Said {
  isVersion: boolean;
  isPublished: boolean;
  isInForce: boolean;
  isMis: boolean;
  isJour: boolean;
}

function hear(said: Said, word: string, name: string | undefined): void {
  if (name === "version") said.isVersion = true;
  else if (word === "jour") said.isJour = true;
  else if (/^mise?s?$/.test(word)) said.isMis = true;
  else if (name === "published" && word !== "ligne") said.isPublished = true;
  else if (name === "inForce") said.isInForce = true;
}

/** Whether a period of two days begins at a rank: « du 1er janvier au 31 mars ». */
function isPeriod(tokens: readonly Token[], rank: number): boolean {
  const to = tokens[rank + 1];
  const isTo = isPoint(to, "-") || (to?.kind === "word" && /^(?:au|à|to)$/.test(to.word));
  return isTo && tokens[rank + 2]?.kind === "day";
}
