import { takeRest } from "../citations/editions.ts";
import type { Subject } from "../citations/identifiers.ts";
import { sectionBeforeName, takeSectionAlone } from "../citations/sections.ts";
import type { Cursor } from "../reading/cursor.ts";
import type { NamedPublication } from "../references/publication.ts";
import { detailAt } from "./details.ts";
import { Draft } from "./drafts.ts";
import { isPoint, isWord, type ListedNumber, type NumberList, readList } from "./numbers.ts";
import { isPeriod, readSaidDay } from "./said-days.ts";
import { tailAt } from "./tails.ts";
import type { Piece, Token } from "./tokens.ts";
import { whoseNumbers } from "./whose.ts";

/** What one sentence leaves to the next ones. */
export interface Memory {
  /** The last document named. */
  last: Draft | null;
  /** Whether nothing else was referred to since. */
  isLast: boolean;
  /** § on a line of their own, just above. */
  above: Pending | null;
  /** Up to where the text was read for other references. */
  readTo: number;
  /** Quotations of some length, none within another, that end further on. */
  readonly quoted: Piece[];
}

/** § that wait for the name of their document. */
interface Pending {
  readonly numbers: readonly ListedNumber[];
  readonly unread: readonly Piece[];
  /** Whether « de la documentation » says that a document follows. */
  readonly isOfDoctrine: boolean;
}

/** What a sentence has of the doctrine. */
export interface ReadSentence {
  readonly drafts: readonly Draft[];
  /** What looks like a § of the doctrine and belongs to no document. */
  readonly unread: readonly Piece[];
}

interface DayBefore {
  readonly date: string | null;
  readonly isWithin: boolean;
  readonly place: Piece;
}

/** Says of each piece of a sentence whose it is. */
export class SentenceReader {
  readonly #texte: string;
  readonly #cursor: Cursor;
  readonly #tokens: readonly Token[];
  readonly #memory: Memory;
  readonly #drafts: Draft[] = [];
  readonly #unread: Piece[] = [];
  #draft: Draft | null = null;
  /** Whether only grammar stands between the last piece of the document and the next token. */
  #isNear = false;
  /** Another work or a law, when it was named last, and whether only grammar follows it. */
  #other: "work" | "law" | null = null;
  #isOtherNear = false;
  #pending: Pending | null = null;
  /** A day said of « les commentaires » before their name, and parts of a § before its number. */
  #dayBefore: DayBefore | null = null;
  readonly #detailsBefore: Piece[] = [];
  /** « version », until its day is read. */
  #version: Piece | null = null;
  /** The quotation that is being read, and the document that it follows without a word between. */
  #quoted: Piece | null = null;
  #introducing: Draft | null = null;

  constructor(texte: string, cursor: Cursor, tokens: readonly Token[], memory: Memory) {
    this.#texte = texte;
    this.#cursor = cursor;
    this.#tokens = tokens;
    this.#memory = memory;
    this.#pending = memory.above;
    memory.above = null;
  }

  read(): ReadSentence {
    for (let rank = 0; rank < this.#tokens.length; ) {
      this.#enter(this.#tokens[rank]?.start ?? 0);
      rank = Math.max(rank + 1, this.#take(rank));
    }
    this.#settle();
    if (this.#isAllNumbers()) this.#memory.above = this.#pending;
    else this.#release();
    return { drafts: this.#drafts, unread: this.#unread };
  }

  /** Words that are quoted are the document's: days and parts of a § among them are not said of it. */
  #enter(start: number): void {
    const { quoted } = this.#memory;
    if (this.#quoted !== null && start >= this.#quoted.end) {
      if (this.#introducing !== null && this.#introducing === this.#draft) {
        this.#introducing.isParted = true;
        this.#isNear = true;
      }
      this.#quoted = null;
    }
    while ((quoted[0]?.end ?? Number.POSITIVE_INFINITY) <= start) quoted.shift();
    const [next] = quoted;
    if (this.#quoted !== null || next === undefined || next.start > start) return;
    this.#quoted = next;
    this.#introducing = this.#isNear ? this.#draft : null;
    this.#isNear = false;
  }

  /** Reads what stands at a rank; returns that of what follows. */
  #take(rank: number): number {
    const token = this.#tokens[rank];
    if (token === undefined) return rank;
    switch (token.kind) {
      case "name":
        return this.#takeName(rank, token.subject, token);
      case "address":
        return this.#takeAddress(rank, token.publication, token);
      case "day":
        return this.#takeDay(rank, token.date, token);
      case "period":
        return this.#takePeriod(rank, token);
      case "sign":
        return this.#takeNumbers(rank);
      case "number":
        return this.#takeBare(rank, token);
      case "figure":
        return this.#takeDetail(rank) ?? this.#pass(rank, this.#isOtherNear);
      case "section":
        return this.#takeSection(rank);
      case "point":
        return this.#takePoint(rank, token.mark);
      case "word":
        return this.#takeWord(rank, token);
    }
  }

  #takeName(rank: number, subject: Subject, { start, end }: Piece): number {
    const own = this.#draft;
    if (own?.isOfAddress && this.#isLinked(rank)) {
      own.join(subject.boiId, subject.actualite, subject.edition);
      own.extend(end);
      this.#hold(own);
      return rank + 1;
    }
    const first = subject.fault === "ancienne" ? this.#bulletinStart(rank) : null;
    this.#begin(new Draft(subject, first ?? start, end, this.#takePending(rank)));
    if (this.#draft && subject.fault === "ancienne")
      this.#draft.annee = yearOfOld(this.#texte.slice(start, end));
    const entry = this.#draft?.current;
    const isPlaced = this.#tokens.slice(Math.max(0, rank - 4), rank).some(({ kind }) => kind === "section");
    if (entry?.number === null && isPlaced) entry.sections = sectionBeforeName(this.#texte, start);
    return rank + 1;
  }

  /** « BOI n° 105 du 14/12/2010, 5 L-1-10 »: the bulletin that has the instruction. */
  #bulletinStart(rank: number): number | null {
    const from = rank - (isPoint(this.#tokens[rank - 1], ",") ? 6 : 5);
    const [name, mark, number, , day] = this.#tokens.slice(Math.max(0, from), rank);
    const isBulletin = isWord(name, "noun") && isWord(mark, "mark") && number?.kind === "number" && day?.kind === "day";
    return isBulletin ? (name?.start ?? null) : null;
  }

  #takeAddress(rank: number, publication: NamedPublication | null, place: Piece): number {
    if (publication === null) {
      this.#refer("law");
      return rank + 1;
    }
    const own = this.#draft;
    const { boiId, actualite, date, isWithin, numero } = publication;
    const start = isWithin ? null : date;
    const isOne = own !== null && (boiId ?? actualite ?? own.named) === own.named;
    if (own !== null && this.#isLinked(rank) && (isOne || this.#isLabelled(rank))) own.join(boiId, actualite, start);
    else {
      const subject = { boiId, identifiant: boiId ?? "", edition: start, fault: null, actualite };
      this.#begin(new Draft(subject, place.start, place.end, this.#takePending(rank), true));
    }
    const draft = this.#draft;
    if (draft === null) return rank + 1;
    draft.extend(place.end);
    draft.setPgp(publication.pgp, place, this.#texte);
    if (isWithin) draft.sayWithin(date);
    if (numero !== null && draft.current?.number === null) draft.add([linkedNumber(numero, place)], true);
    this.#hold(draft);
    return rank + 1;
  }

  /** Whether only marks stand between the document and a token: « [BOI-…](https… », « BOI-… (2491-PGP) ». */
  #isLinked(rank: number): boolean {
    const before = this.#draft?.current?.end ?? 0;
    const start = this.#tokens[rank]?.start ?? 0;
    return start - before <= 24 && LINKING.test(this.#texte.slice(before, start));
  }

  #isLabelled(rank: number): boolean {
    return isPoint(this.#tokens[rank - 1], "(") && isPoint(this.#tokens[rank - 2], "]");
  }

  #begin(draft: Draft): void {
    const day = this.#dayBefore;
    if (day?.isWithin) draft.sayWithin(day.date);
    else if (day) draft.sayStart(day.date, day.place);
    this.#dayBefore = null;
    draft.current?.unread.push(...this.#detailsBefore.splice(0));
    this.#settle();
    this.#drafts.push(draft);
    this.#hold(draft);
  }

  #hold(draft: Draft): void {
    this.#draft = draft;
    this.#isNear = true;
    this.#other = null;
    this.#isOtherNear = false;
    this.#memory.last = draft;
    this.#memory.isLast = true;
    this.#memory.readTo = Math.max(this.#memory.readTo, draft.current?.end ?? 0);
  }

  /** Another work or a law takes what follows. */
  #refer(other: "work" | "law"): void {
    this.#other = other;
    this.#isOtherNear = true;
    this.#isNear = false;
    this.#memory.isLast = false;
    this.#detailsBefore.length = 0;
  }

  /** A document that « ibid. » or « ces commentaires » names again, without its day. */
  #recall(): Draft | null {
    const { last } = this.#memory;
    if (last === null) return null;
    const again = new Draft({ ...last.subject, edition: null }, last.start, last.start, [], false, false);
    again.subject = last.subject;
    again.pgp = last.pgp;
    this.#drafts.push(again);
    this.#hold(again);
    return again;
  }

  /** The § before a name that are its own: beside it, or said to be of a document. */
  #takePending(rank: number): readonly ListedNumber[] {
    const pending = this.#pending;
    if (pending === null) return [];
    this.#pending = null;
    const last = pending.numbers.at(-1)?.end ?? 0;
    const start = this.#tokens[rank]?.start ?? 0;
    const isBeside = start - last <= 40 && BESIDE.test(this.#texte.slice(last, start));
    if (!pending.isOfDoctrine && !isBeside) {
      this.#pending = pending;
      this.#release();
      return [];
    }
    this.#detailsBefore.push(...pending.unread);
    return pending.numbers;
  }

  /** § that no document claims. */
  #release(): void {
    const pending = this.#pending;
    this.#pending = null;
    if (pending === null) return;
    const isTold = pending.isOfDoctrine || (this.#memory.isLast && this.#other === null);
    if (!isTold) return;
    for (const { isSure, start, end } of pending.numbers) if (isSure) this.#unread.push({ start, end });
    this.#unread.push(...pending.unread);
  }

  #isAllNumbers(): boolean {
    return (
      this.#pending !== null &&
      this.#tokens.every((token) => token.kind !== "word" || token.class === "mark" || token.class === "and")
    );
  }

  #takeNumbers(rank: number): number {
    const list = readList(this.#texte, this.#tokens, rank);
    if (list === null) return this.#takeUnreadMark(rank);
    if (this.#isOfBulletin(rank, list)) return list.next;
    const whose = whoseNumbers(this.#tokens, list.next);
    switch (whose.of) {
      case "next":
      case "later":
        this.#await(list, whose.of === "next");
        return whose.of === "next" ? whose.rank : list.next;
      case "last":
        this.#attach(this.#isNear ? this.#draft : this.#recall(), list, true);
        this.#draft?.extend(this.#tokens[whose.rank - 1]?.end ?? 0);
        return whose.rank;
      case "other":
        this.#refer("law");
        return list.next;
      default:
        this.#place(rank, list, whose.of === "unknown");
        return list.next;
    }
  }

  /** « § dix », « n° 1 234 »: the mark of a § without the number of one. */
  #takeUnreadMark(rank: number): number {
    const [mark, next] = [this.#tokens[rank], this.#tokens[rank + 1]];
    if (next?.kind === "section" || next?.kind === "sign" || isWord(next, "mark")) return rank + 1;
    const isSure = mark?.kind === "sign" || (mark?.kind === "word" && /^paragraphes?$/i.test(mark.word));
    const isNumber = next?.kind === "figure" && mark?.kind === "word" && mark.word === "n°";
    if (mark && this.#draft && this.#isNear && (isSure || isNumber))
      this.#draft.note({ start: mark.start, end: next?.kind === "point" ? mark.end : (next?.end ?? mark.end) });
    return this.#pass(rank, false);
  }

  /** Keeps § for the document named next; when they go on a list of the one named before, the last ones alone. */
  #await({ numbers, unread }: NumberList, isNext: boolean): void {
    const from = this.#isNear && isNext ? numbers.findLastIndex(({ isMarked }) => isMarked) : 0;
    if (from > 0) this.#draft?.add(numbers.slice(0, from), true);
    this.#wait({ numbers: numbers.slice(Math.max(0, from)), unread, isOfDoctrine: true });
    this.#isNear = false;
  }

  /** Holds § until a name, with those just before them. */
  #wait(pending: Pending): void {
    const before = this.#pending;
    const [last, first] = [before?.numbers.at(-1), pending.numbers[0]];
    const isOne =
      before !== null && last && first && first.start - last.end < LONGEST_JOINT && before.numbers.length < MOST_PENDING;
    if (!isOne) this.#release();
    this.#pending = isOne ? { ...pending, numbers: [...before.numbers, ...pending.numbers] } : pending;
  }

  /** « BOI 5 B-9-01 n° 44 du 6 mars 2001 »: the bulletin's own number. */
  #isOfBulletin(rank: number, { numbers, next }: NumberList): boolean {
    const draft = this.#draft;
    if (draft?.subject.fault !== "ancienne" || !this.#isNear || numbers.some(({ isSure }) => isSure)) return false;
    const isNamed = this.#texte.startsWith("BOI", draft.start);
    return isNamed || (isWord(this.#tokens[next], "of") && this.#tokens[next + 1]?.kind === "day" && rank > 0);
  }

  #place(rank: number, list: NumberList, isDoubtful: boolean): void {
    const isSure = list.numbers.every((number) => number.isSure);
    const document = this.#ownerBesideNews();
    if (document) this.#attach(document, list, false);
    else if (this.#isNear) this.#attach(this.#draft, list, true);
    else if (this.#other !== null && (this.#isOtherNear || (this.#other === "work" && !this.#isWordBefore(rank)))) return;
    else if (this.#draft === null || this.#isNameNext(list.next)) {
      this.#wait({ ...list, isOfDoctrine: false });
    } else if (isSure && !isDoubtful && this.#other !== "work") this.#attach(this.#draft, list, false);
    else if (isSure) this.#draft.current?.unread.push(...list.numbers, ...list.unread);
    else if (this.#isLed(rank) && list.numbers.every(({ numero }) => Number.parseInt(numero, 10) < LAST_LATER))
      this.#attach(this.#draft, list, false);
  }

  #attach(draft: Draft | null, { numbers, unread }: NumberList, isBeside: boolean): void {
    if (draft === null) {
      this.#unread.push(...numbers, ...unread);
      return;
    }
    // An actualité has no §.
    if (draft.subject.actualite === null) draft.add(numbers, isBeside);
    else for (const { start, end } of numbers) draft.note({ start, end });
    for (const place of unread) draft.note(place);
    draft.current?.unread.push(...this.#detailsBefore.splice(0));
    this.#hold(draft);
  }

  /** The document whose § follows an actualité, which has none: « BOI-… (ACTU-…), au § 30 ». */
  #ownerBesideNews(): Draft | undefined {
    const isNews = this.#draft !== null && this.#draft.subject.actualite !== null;
    return isNews ? this.#drafts.findLast(({ subject }) => subject.actualite === null) : undefined;
  }

  /** Whether a « n° » stands where one numbers a §: « au n° 30 », « ; n° 30 ». */
  #isLed(rank: number): boolean {
    const before = this.#tokens[rank - 1];
    if (before === undefined || before.kind === "section") return true;
    if (before.kind === "point") return !isIssue(this.#tokens[rank - 2]);
    return before.kind === "word" && (LEADING.has(before.class ?? "") || SAYING.test(before.word));
  }

  #isWordBefore(rank: number): boolean {
    return this.#tokens[rank - 1]?.kind === "word" && this.#isLed(rank);
  }

  #isNameNext(rank: number): boolean {
    const next = this.#tokens[isPoint(this.#tokens[rank], ",") || isPoint(this.#tokens[rank], "(") ? rank + 1 : rank];
    return this.#draft === null && next?.kind === "name";
  }

  #takeDay(rank: number, date: string | null, place: Piece): number {
    if (isPeriod(this.#tokens, rank)) {
      this.#isNear = false;
      return rank + 3;
    }
    const said = readSaidDay(this.#tokens, rank);
    const draft = this.#draft;
    const isWithin = said.of === "within";
    const isVersion = said.isVersion || (said.isSaid && this.#version !== null);
    const isOwn = this.#isNear || (isVersion && this.#other === null && this.#quoted === null);
    if (said.of !== "nothing" && draft !== null && isOwn) {
      if (isWithin) draft.sayWithin(date);
      else draft.sayStart(date, place);
      if (this.#isNear) draft.extend(place.end);
      this.#version = null;
      this.#isNear = true;
    } else {
      if (said.of !== "nothing" && this.#quoted === null && this.#isOfNoun(said.from)) this.#dayBefore = { date, isWithin, place };
      this.#isNear = false;
    }
    return rank + 1;
  }

  /** Whether words that introduce a day follow « les commentaires ». */
  #isOfNoun(from: number): boolean {
    const around = this.#tokens.slice(Math.max(0, from - 4), from + 2);
    return around.some((token) => isWord(token, "noun"));
  }

  /** A year or a month can't be checked. */
  #takePeriod(rank: number, place: Piece): number {
    const said = readSaidDay(this.#tokens, rank);
    const isBare = said.from === rank || isPoint(this.#tokens[rank - 1], ",") || isPoint(this.#tokens[rank - 1], "(");
    const isOwn = this.#isNear ? said.isSaid || isBare : said.isVersion && this.#other === null && this.#quoted === null;
    if (isOwn && this.#draft !== null) {
      this.#draft.note(place);
      this.#version = null;
    } else this.#isNear = false;
    return rank + 1;
  }

  /** « BOI-…, 999 »: a number that nothing says to be that of a §. */
  #takeBare(rank: number, place: Piece): number {
    const detail = this.#takeDetail(rank);
    if (detail !== null) return detail;
    const draft = this.#draft;
    if (draft === null || !this.#isNear) return this.#pass(rank, this.#isOtherNear);
    const tail = tailAt(this.#texte, this.#tokens, rank, draft);
    if (tail !== null) {
      this.#begin(new Draft(tail.subject, tail.start, tail.end, []));
      return tail.next;
    }
    const next = this.#tokens[rank + 1];
    const isAlone = next === undefined || (next.kind === "point" && !"%€°".includes(next.mark)) || isWord(next, "and");
    if (isAlone && !this.#isCall(rank)) draft.note(place);
    else if (!isAlone) this.#isNear = false;
    return rank + 1;
  }

  /** « (1) », « [12] »: the call of a footnote. */
  #isCall(rank: number): boolean {
    const token = this.#tokens[rank];
    if (token?.kind !== "number" || Number(token.numero) > 99 || Number(token.numero) % 10 === 0) return false;
    const [before, after] = [this.#tokens[rank - 1], this.#tokens[rank + 1]];
    return (isPoint(before, "(") && isPoint(after, ")")) || (isPoint(before, "[") && isPoint(after, "]"));
  }

  #takeSection(rank: number): number {
    const draft = this.#draft;
    const entry = draft?.current;
    if (draft && this.#isNear && entry?.number === null && entry.isBeside) {
      this.#cursor.at = entry.end;
      const sections = takeSectionAlone(this.#cursor);
      const follows = this.#tokens[rank + 1];
      const isOfNumber = follows?.kind === "sign" || isWord(follows, "mark") || whoseNumbers(this.#tokens, rank + 1).of === "next";
      const token = this.#tokens[rank];
      if (sections.length > 0 && !isOfNumber) {
        entry.sections = sections;
        draft.extend(this.#cursor.at);
      } else if (entry.sections.length > 0 && token && !isOfNumber) {
        entry.sections = [...entry.sections, this.#texte.slice(token.start, token.end)];
        draft.extend(token.end);
      }
    }
    return rank + 1;
  }

  #takePoint(rank: number, mark: string): number {
    if (mark === "(") this.#takeRest(rank);
    if (mark === ";" && this.#other === "law") this.#isOtherNear = false;
    return rank + 1;
  }

  /** A fingerprint, the day on which the document ended. */
  #takeRest(rank: number): number | null {
    const draft = this.#draft;
    if (draft === null || !this.#isNear) return null;
    this.#cursor.at = draft.current?.end ?? 0;
    const rest = takeRest(this.#cursor);
    if (rest === null) return null;
    draft.empreinte = rest.empreinte ?? draft.empreinte;
    if (rest.fin?.date === null) draft.sayStart(null, this.#tokens[rank] ?? { start: 0, end: 0 });
    draft.fin = rest.fin?.date ?? draft.fin;
    draft.extend(this.#cursor.at);
    const after = this.#tokens.findIndex(({ start }, at) => at >= rank && start >= this.#cursor.at);
    return after < 0 ? this.#tokens.length : after;
  }

  #takeDetail(rank: number): number | null {
    const detail = detailAt(this.#tokens, rank);
    if (detail === null) return null;
    const { next, start, end } = detail;
    const whose = whoseNumbers(this.#tokens, next);
    const isBefore = whose.of === "next" || isOfNumber(this.#tokens, next);
    if (this.#quoted !== null && !this.#isNear) return next;
    if (isBefore) this.#detailsBefore.push({ start, end });
    else if (this.#draft !== null && (this.#isNear || (this.#other === null && detail.isSure && whose.of !== "other")))
      this.#draft.note({ start, end });
    return next;
  }

  #takeWord(rank: number, { word, class: name, start, end }: Extract<Token, { kind: "word" }>): number {
    switch (name) {
      case "mark":
        return this.#takeNumbers(rank);
      case "ibid":
        return this.#takeIbid(rank, word);
      case "work":
      case "court":
        this.#refer("work");
        return rank + 1;
      case "law":
        this.#refer("law");
        return rank + 1;
      case "version":
        if (this.#isNear || (this.#other === null && this.#quoted === null)) this.#version = { start, end };
        return rank + 1;
      case "former":
        return this.#takeFormer(rank, { start, end });
      case "glue":
        return (word === "in" ? this.#takeDetail(rank) : null) ?? rank + 1;
      case "part":
      case "example":
        return this.#takeDetail(rank) ?? this.#pass(rank, false);
      case "rank":
        return this.#takeDetail(rank) ?? rank + 1;
      case "print":
        return this.#takePrint(rank);
      case "month":
      case "thing":
      case "same":
      case "quantity":
        return this.#pass(rank, false);
      case undefined:
        return this.#pass(rank, false);
      default:
        return rank + 1;
    }
  }

  /** « dans sa version antérieure », « issue de la loi »: an edition that no day names. */
  #takeFormer(rank: number, { start, end }: Piece): number {
    const isDated = this.#tokens.slice(rank + 1, rank + 6).some((token) => isWord(token, "published") || isWord(token, "version"));
    if (isDated) return rank + 1;
    const isOfVersion = this.#version !== null || isWord(this.#tokens[rank + 1], "version");
    if (isOfVersion && this.#isNear && this.#draft) this.#draft.note({ start: this.#version?.start ?? start, end });
    this.#version = null;
    return this.#pass(rank, false);
  }


  #takePrint(rank: number): number {
    if (this.#isNear) {
      const after = this.#takeRest(rank);
      if (after !== null) return after;
      const next = this.#tokens[rank + 1];
      if (this.#draft && next !== undefined && next.kind !== "point") this.#draft.isPrintUnread = true;
    }
    return this.#pass(rank, false);
  }

  /** « Ibid. », « id. », « loc. cit. » follow the last reference. */
  #takeIbid(rank: number, word: string): number {
    const isStopped = isPoint(this.#tokens[rank + 1], ".");
    if (/^(?:id|loc|préc)$/i.test(word) && !isStopped) return this.#pass(rank, false);
    if (this.#draft !== null && this.#other === null) return rank + 1;
    if (this.#isLast(rank)) this.#recall();
    else this.#refer("law");
    const cit = this.#tokens[rank + 2];
    return /^loc$/i.test(word) && cit?.kind === "word" ? rank + 3 : rank + 1;
  }

  /** Whether nothing else was referred to since the last document, in the sentences between too. */
  #isLast(rank: number): boolean {
    const memory = this.#memory;
    const start = this.#tokens[rank]?.start ?? 0;
    if (memory.isLast && memory.readTo < start)
      memory.isLast = !OTHERS.test(this.#texte.slice(memory.readTo, start));
    memory.readTo = start;
    return memory.isLast;
  }

  /** Goes past a token that is no piece of a reference. */
  #pass(rank: number, isNear: boolean): number {
    if (!isNear) this.#isNear = false;
    if (!isNear) this.#isOtherNear = false;
    return rank + 1;
  }

  #settle(): void {
    this.#version = null;
  }
}

/** What refers to something else than the doctrine, in sentences that are not read otherwise. */
const OTHERS =
  /(?<!\p{L})(?:[Aa]rt(?:icles?|\.)|CGI|LPF|C\.?E\.?,|CAA|CJUE|CJCE|CEDH|QPC|Cass|Com\.|Civ\.|RJF|JCP|BOSS|OCDE|[Ll]oi|[Dd]écret|[Oo]rdonnance|[Dd]irective|[Cc]onvention|[Rr]ép\.|[Aa]rrêts?|[Jj]ugements?|Conseil|https?:)(?!\p{L})/u;
const MOST_PENDING = 40;
const LONGEST_JOINT = 14;
const LAST_LATER = 2_000;
const LEADING: ReadonlySet<string> = new Set(["glue", "of", "and", "same"]);
const SAYING = /^(?:précise|prévoit|dit|ainsi|indique|énonce|ci-après)$/i;
const LINKING = /^(?:[\s,;:()[\]<>"'=–-]|&gt;|entifiant|id|%3D){0,20}$/i;
const BESIDE = /^[\s,(:]*(?:(?:du|de|la|le|des|BOI|BOFiP|cf|voir)[\s.,:(]{1,2})*$/;

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

/** « RJF 3/19 », « JCP N 2020 »: the issue of a review. */
function isIssue(token: Token | undefined): boolean {
  return token?.kind === "period" || token?.kind === "figure";
}

function isOfNumber(tokens: readonly Token[], rank: number): boolean {
  const isOf = isWord(tokens[rank], "of");
  const next = tokens[rank + (isOf ? 1 : 0)];
  return isOf && (next?.kind === "sign" || isWord(next, "mark") || isWord(next, "glue"));
}
