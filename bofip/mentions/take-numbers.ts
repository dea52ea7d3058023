import type { Draft } from "./drafts.ts";
import { isPoint, isWord, type NumberList, readList } from "./numbers.ts";
import type { Sentence } from "./sentence.ts";
import type { Token } from "./tokens.ts";

export function takeNumbers(s: Sentence, rank: number): number {
  const list = readList(s.texte, s.tokens, rank);
  if (list === null) return takeUnreadMark(s, rank);
  if (isOfBulletin(s, rank, list)) return list.next;
  const whose = isTitled(s, list.next)
    ? { of: "next" as const, rank: list.next + 1 }
    : whoseNumbers(s.tokens, list.next);
  switch (whose.of) {
    case "next":
    case "later":
      awaitName(s, list, whose.of === "next");
      return whose.of === "next" ? whose.rank : list.next;
    case "last":
      attach(s, s.isNear ? s.draft : s.recall(), list, true);
      s.draft?.extend(s.tokens[whose.rank - 1]?.end ?? 0);
      return whose.rank;
    case "other":
      s.refer("law");
      return list.next;
    default:
      place(s, rank, list, whose.of === "unknown");
      return list.next;
  }
}

/** « § 10 : BOI-… ; § 20 : BOI-… »: each before its document. */
function isTitled(s: Sentence, rank: number): boolean {
  const isBefore = s.draft === null || s.draft.isPreceded;
  return isBefore && isPoint(s.tokens[rank], ":") && s.tokens[rank + 1]?.kind === "name";
}

/** The § that wait, as those of the last document. */
export function placeUnderLast(s: Sentence): void {
  const pending = s.pending;
  s.pending = null;
  if (pending !== null) attach(s, s.recall(), { ...pending, next: 0 }, false);
}

/** « § dix », « n° 1 234 »: the mark of a § without the number of one. */
function takeUnreadMark(s: Sentence, rank: number): number {
  const [mark, next] = [s.tokens[rank], s.tokens[rank + 1]];
  if (next?.kind === "section" || next?.kind === "sign" || isWord(next, "mark")) return rank + 1;
  const isSure = mark?.kind === "sign" || (mark?.kind === "word" && /^paragraphes?$/i.test(mark.word));
  const isNumber = next?.kind === "figure" && mark?.kind === "word" && mark.word === "n°";
  if (mark && s.draft && s.isNear && (isSure || isNumber))
    s.draft.note({ start: mark.start, end: next?.kind === "point" ? mark.end : (next?.end ?? mark.end) });
  return s.pass(rank, false);
}

/** Keeps § for the document named next; when they go on a list of the one named before, the last ones alone. */
function awaitName(s: Sentence, { numbers, unread }: NumberList, isNext: boolean): void {
  const from = s.isNear && isNext ? numbers.findLastIndex(({ isMarked }) => isMarked) : 0;
  if (from > 0) s.draft?.add(numbers.slice(0, from), true);
  s.wait({ numbers: numbers.slice(Math.max(0, from)), unread, isOfDoctrine: true });
  s.isNear = false;
}

/** « BOI 5 B-9-01 n° 44 du 6 mars 2001 »: the bulletin's own number. */
function isOfBulletin(s: Sentence, rank: number, { numbers, next }: NumberList): boolean {
  const draft = s.draft;
  if (draft?.subject.fault !== "ancienne" || !s.isNear || numbers.some(({ isSure }) => isSure)) return false;
  const isNamed = s.texte.startsWith("BOI", draft.start);
  return isNamed || (isWord(s.tokens[next], "of") && s.tokens[next + 1]?.kind === "day" && rank > 0);
}

function place(s: Sentence, rank: number, list: NumberList, isDoubtful: boolean): void {
  const isSure = list.numbers.every((number) => number.isSure);
  const document = ownerBesideNews(s);
  if (document) attach(s, document, list, false);
  else if (s.isNear) attach(s, s.draft, list, true);
  else if (s.other !== null && (s.isOtherNear || (s.other === "work" && !isWordBefore(s, rank)))) return;
  else if (s.draft === null || isNameNext(s, list.next)) {
    if (isSure || isLed(s, rank)) s.wait({ ...list, isOfDoctrine: false });
  } else if (isSure && !isDoubtful && s.other !== "work") attach(s, s.draft, list, false);
  else if (isSure) s.draft.current?.unread.push(...list.numbers, ...list.unread);
  else if (isLed(s, rank) && list.numbers.every(({ numero }) => Number.parseInt(numero, 10) < LAST_LATER))
    attach(s, s.draft, list, false);
}

function attach(s: Sentence, draft: Draft | null, { numbers, unread }: NumberList, isBeside: boolean): void {
  if (draft === null) {
    s.unread.push(...numbers, ...unread);
    return;
  }
  // An actualité has no §.
  if (draft.subject.actualite === null) draft.add(numbers, isBeside);
  else for (const { start, end } of numbers) draft.note({ start, end });
  for (const place of unread) draft.note(place);
  draft.current?.unread.push(...s.detailsBefore.splice(0));
  s.hold(draft);
}

/** The document whose § follows an actualité, which has none: « BOI-… (ACTU-…), au § 30 ». */
function ownerBesideNews(s: Sentence): Draft | undefined {
  const isNews = s.draft !== null && s.draft.subject.actualite !== null;
  return isNews ? s.drafts.findLast(({ subject }) => subject.actualite === null) : undefined;
}

/** Whether a « n° » stands where one numbers a §: « au n° 30 », « ; n° 30 ». */
function isLed(s: Sentence, rank: number): boolean {
  const before = s.tokens[rank - 1];
  if (before === undefined || before.kind === "section") return true;
  if (before.kind === "point") return !isIssue(s.tokens[rank - 2]);
  return before.kind === "word" && LEADING.has(before.class ?? "");
}

function isWordBefore(s: Sentence, rank: number): boolean {
  return s.tokens[rank - 1]?.kind === "word" && isLed(s, rank);
}

function isNameNext(s: Sentence, rank: number): boolean {
  const next = s.tokens[isPoint(s.tokens[rank], ",") || isPoint(s.tokens[rank], "(") ? rank + 1 : rank];
  return s.draft === null && next?.kind === "name";
}

const LAST_LATER = 2_000;
const LEADING: ReadonlySet<string> = new Set(["glue", "of", "and", "same", "saying"]);

/** « RJF 3/19 », « JCP N 2020 »: the issue of a review. */
function isIssue(token: Token | undefined): boolean {
  return token?.kind === "period" || token?.kind === "figure";
}

/** Whose § are, by the words that follow them. */
type Whose =
  /** « du BOI-… », « de la documentation BOI-… »: of the document whose name follows, at a rank. */
  | { readonly of: "next"; readonly rank: number }
  /** « des commentaires publiés le … »: of a document named further on. */
  | { readonly of: "later"; readonly rank: number }
  /** « de ces commentaires », « du BOI précité »: of the last document. */
  | { readonly of: "last"; readonly rank: number }
  /** « de l'article 5 », « de la norme IFRS 9 ». */
  | { readonly of: "other" }
  /** « de manière claire »: what may be of it or not. */
  | { readonly of: "unknown" }
  /** Nothing says. */
  | { readonly of: "none" };

const OTHERS = ["law", "thing", "work", "court", "example"];
const MOST_WORDS = 12;

/** Reads what follows a list of § that ends before a rank. */
export function whoseNumbers(tokens: readonly Token[], listed: number): Whose {
  const rank = afterAside(tokens, listed);
  const point = tokens[rank];
  let at = point?.kind === "point" && ',»")'.includes(point.mark) ? rank + 1 : rank;
  const of = tokens[at];
  // « au § 12 ci-dessus »: of the text itself.
  const isOwn = isWord(tokens[listed], "aside");
  const isOf = isWord(of, "of") || (of?.kind === "word" && /^(?:aux?)$/i.test(of.word));
  if (!isOf) return { of: isOwn ? "other" : "none" };
  at += 1;
  let noun = false;
  for (const end = at + MOST_WORDS; at < end; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    if (token.kind === "name" || (token.kind === "address" && token.publication !== null))
      return { of: "next", rank: at };
    if (token.kind === "address") return { of: "other" };
    if (token.kind === "section" && !noun) {
      const further = whoseNumbers(tokens, at + 1);
      return further.of === "none" ? { of: "none" } : further;
    }
    if (isWord(token, "same")) return sameAt(tokens, at);
    if (isWord(token, "precited") && noun) return { of: "last", rank: at + 1 };
    if (isWord(token, "noun")) noun = true;
    else if (OTHERS.some((name) => isWord(token, name)))
      return noun ? { of: "later", rank } : { of: "other" };
    else if (!isPassing(token)) break;
  }
  if (noun) return { of: "later", rank };
  const next = tokens[at];
  return next?.kind === "word" && next.class === undefined ? { of: "unknown" } : { of: "none" };
}

/** « ci-dessus », « précités ». */
function afterAside(tokens: readonly Token[], rank: number): number {
  const [first, hyphen, last] = [tokens[rank], tokens[rank + 1], tokens[rank + 2]];
  if (isWord(first, "precited")) return rank + 1;
  const isAside = isWord(first, "aside") && isPoint(hyphen, "-") && last?.kind === "word";
  return isAside ? rank + 3 : rank;
}

function sameAt(tokens: readonly Token[], rank: number): Whose {
  let at = rank + 1;
  while (isWord(tokens[at], "same") || isWord(tokens[at], "administrative") || isWord(tokens[at], "noun"))
    at += 1;
  if (!isWord(tokens[at - 1], "noun") && !isWord(tokens[at - 1], "administrative")) return { of: "other" };
  return tokens[at]?.kind === "name" ? { of: "next", rank: at } : { of: "last", rank: at };
}

/** What may stand between « de » and the name of a document: « la doctrine administrative publiée sous la référence ». */
function isPassing(token: Token): boolean {
  if (token.kind === "point") return ":(\"«'".includes(token.mark);
  if (token.kind !== "word") return false;
  return ["glue", "of", "administrative", "published", "mark", "noun"].includes(token.class ?? "");
}
