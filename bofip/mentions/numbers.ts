import { sectionsBeforeMark } from "../citations/sections.ts";
import { canonicalNumber } from "../paragraphs/paragraphs.ts";
import type { Piece, Token } from "./tokens.ts";

/** A § as written. */
export interface ListedNumber extends Piece {
  readonly numero: string;
  readonly numeroFin: string | null;
  /** Whether it is written with « § » or its name, which number nothing else; « n° » numbers many things. */
  readonly isSure: boolean;
  readonly hasSign: boolean;
  readonly sections: readonly string[];
  /** Whether it has its own mark, rather than the one before it. */
  readonly isMarked: boolean;
}

/** The § of one list: « § 10, 20 à 40 et n° 50 ». */
export interface NumberList {
  readonly numbers: readonly ListedNumber[];
  /** What stands for a number and is none of a §: « § 3.1 ». */
  readonly unread: readonly Piece[];
  /** Rank of the token that follows the list. */
  readonly next: number;
}

const NEEDS_STOP = new Set(["par"]);
const SURE = /^(?:paragraph(?:es?|s)?|paras?|par)$/i;
const MOST_NUMBERS = 40;
/** « aux paragraphes n° », « §§ ». */
const MOST_MARKS = 4;

/** Reads the list that begins with a mark at a rank; null when that is no mark of a §. */
export function readList(texte: string, tokens: readonly Token[], rank: number): NumberList | null {
  const first = markAt(tokens, rank);
  if (first === null) return null;
  const numbers: ListedNumber[] = [];
  const unread: Piece[] = [];
  let mark = first;
  let begins = rank;
  let start = tokens[rank]?.start ?? 0;
  let isMarked = true;
  let at = first.next;
  for (;;) {
    const token = tokens[at];
    if (token?.kind === "figure" && isMarked && mark.isSure && !isOrdinal(token)) {
      unread.push({ start, end: token.end });
      at += 1;
    } else if (token?.kind === "number" && (isMarked || !isQuantity(tokens, at))) {
      const range = rangeAt(tokens, at);
      const last = range ?? token;
      const next = afterFollowing(tokens, tokens.indexOf(last, at) + 1);
      numbers.push({
        numero: canonicalNumber(token.numero),
        numeroFin: range && canonicalNumber(range.numero),
        isSure: mark.isSure,
        hasSign: mark.hasSign,
        isMarked,
        sections: isMarked ? sectionsAt(texte, tokens, begins) : [],
        start,
        end: tokens[next - 1]?.end ?? last.end,
      });
      at = next;
    } else break;
    if (numbers.length >= MOST_NUMBERS) break;
    const joined = joinedAt(tokens, at);
    if (joined === null) break;
    begins = joined.rank;
    start = tokens[begins]?.start ?? start;
    isMarked = joined.mark !== null;
    mark = joined.mark ?? mark;
    at = joined.mark?.next ?? joined.rank;
    const follows = tokens[at];
    if (follows?.kind !== "number" && !(isMarked && follows?.kind === "figure"))
      return endedAt(joined.before);
    if (!isMarked && isQuantity(tokens, at)) return endedAt(joined.before);
  }
  return endedAt(at);

  function endedAt(next: number): NumberList | null {
    return numbers.length + unread.length === 0 ? null : { numbers, unread, next };
  }
}

interface Mark {
  readonly isSure: boolean;
  readonly hasSign: boolean;
  readonly next: number;
}

/** « § », « §§ », « paragraphe n° », « par. ». */
function markAt(tokens: readonly Token[], rank: number): Mark | null {
  let at = rank;
  let isSure = false;
  let hasSign = false;
  for (; at < rank + MOST_MARKS; at += 1) {
    const token = tokens[at];
    if (token?.kind === "sign") hasSign = isSure = true;
    else if (token?.kind === "word" && token.class === "mark") {
      const isStopped = isPoint(tokens[at + 1], ".");
      if (NEEDS_STOP.has(token.word.toLowerCase()) && !isStopped) break;
      isSure ||= SURE.test(token.word);
      if (isStopped) at += 1;
    } else break;
  }
  return at === rank ? null : { isSure, hasSign, next: afterMarks(tokens, at) };
}

/** « "numero": "10" »: the punctuation of a field between its name and its value. */
function afterMarks(tokens: readonly Token[], rank: number): number {
  let at = rank;
  while (at < rank + 3 && (isPoint(tokens[at], '"') || isPoint(tokens[at], ":"))) at += 1;
  return tokens[at]?.kind === "number" ? at : rank;
}

function sectionsAt(texte: string, tokens: readonly Token[], rank: number): readonly string[] {
  const before = tokens[isPoint(tokens[rank - 1], ",") ? rank - 2 : rank - 1];
  const start = tokens[rank]?.start;
  const isGlued = before !== undefined && /[\p{L}\d-]/u.test(texte.charAt(before.start - 1));
  if (before?.kind === "section" && !isGlued)
    return sectionsUpTo(texte, tokens, tokens.indexOf(before, rank - 2));
  const isPlaced =
    before?.kind === "section" ||
    before?.kind === "figure" ||
    before?.kind === "number" ||
    (before?.kind === "word" && before.word.length === 1);
  return isPlaced && start !== undefined ? sectionsBeforeMark(texte, start) : [];
}

const MOST_SECTIONS = 5;

/** « I-A et I-B », up to the one at a rank. */
function sectionsUpTo(texte: string, tokens: readonly Token[], rank: number): readonly string[] {
  const sections: string[] = [];
  for (let at = rank; sections.length < MOST_SECTIONS; at -= 2) {
    const token = tokens[at];
    if (token?.kind !== "section") break;
    sections.unshift(texte.slice(token.start, token.end));
    if (!isWord(tokens[at - 1], "and") && !isPoint(tokens[at - 1], ",")) break;
  }
  return sections;
}

/** The end of « 10 à 40 », « 10-40 »; null for one number. */
function rangeAt(tokens: readonly Token[], rank: number): Extract<Token, { kind: "number" }> | null {
  const until = tokens[rank + 1];
  const isUntil = until?.kind === "word" && until.word === "jusqu";
  const joint = isUntil ? rank + 3 : rank + 1;
  const to = tokens[joint];
  const isTo = isPoint(to, "-") || (to?.kind === "word" && /^(?:à|a|au|to)$/.test(to.word));
  if (!isTo) return null;
  const at = markAt(tokens, joint + 1)?.next ?? joint + 1;
  const last = tokens[at];
  return last?.kind === "number" && !isQuantity(tokens, at) ? last : null;
}

/** « et suivants », « et s. », « suiv. ». */
function afterFollowing(tokens: readonly Token[], rank: number): number {
  const at = isWord(tokens[rank], "and") ? rank + 1 : rank;
  const word = tokens[at];
  if (word?.kind !== "word" || word.class !== "following") return rank;
  const isStopped = isPoint(tokens[at + 1], ".");
  if (at === rank && !isStopped && word.word.length < 5) return rank;
  return isStopped ? at + 2 : at + 1;
}

/** What joins a number to the one before it: a comma, « et », « / », then perhaps « aux », a section, another mark. */
function joinedAt(
  tokens: readonly Token[],
  before: number,
): { readonly before: number; readonly rank: number; readonly mark: Mark | null } | null {
  let at = before;
  while (isJoint(tokens[at])) at += 1;
  if (at === before || at > before + 2) return null;
  const isLed = isWord(tokens[at], "glue") || isWord(tokens[at], "of");
  const led = isLed ? at + 1 : at;
  const placed = tokens[led]?.kind === "section" ? led + 1 : led;
  const marked = isPoint(tokens[placed], ",") ? placed + 1 : placed;
  const mark = markAt(tokens, marked);
  if (mark !== null) return { before, rank: marked, mark };
  return led === at ? { before, rank: at, mark: null } : null;
}

function isJoint(token: Token | undefined): boolean {
  return isWord(token, "and") || (token?.kind === "point" && ",;/&".includes(token.mark));
}

/** « 3 ans », « 10 % »: a number that counts something. */
function isQuantity(tokens: readonly Token[], rank: number): boolean {
  const next = tokens[rank + 1];
  return isWord(next, "quantity") || isPoint(next, "%") || isPoint(next, "€");
}

function isOrdinal(token: Token): boolean {
  return token.kind === "figure" && token.isOrdinal;
}

/** Whether a token is a word of a class. */
export function isWord(token: Token | undefined, name: string): boolean {
  return token?.kind === "word" && token.class === name;
}

/** Whether a token is that mark of punctuation. */
export function isPoint(token: Token | undefined, mark: string): boolean {
  return token?.kind === "point" && token.mark === mark;
}
