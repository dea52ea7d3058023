import type { Cursor } from "../reading/cursor.ts";
import { Draft } from "./drafts.ts";
import type { ListedNumber } from "./numbers.ts";
import type { Piece, Token } from "./tokens.ts";

/** What one sentence leaves to the next ones. */
export interface Memory {
  /** The last document named. */
  last: Draft | null;
  /** Whether nothing else was referred to since. */
  isLast: boolean;
  /** § on a line of their own, just above. */
  above: Pending | null;
  /** End of the last sentence that names a document. */
  sentenceEnd: number;
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

interface DayBefore {
  readonly date: string | null;
  readonly isWithin: boolean;
  readonly place: Piece;
}

/** A sentence that is being read: the document that what is read next belongs to, and what waits for one. */
export class Sentence {
  readonly drafts: Draft[] = [];
  /** What looks like a § of the doctrine and belongs to no document. */
  readonly unread: Piece[] = [];
  draft: Draft | null = null;
  /** Whether only grammar stands between the last piece of the document and the next token. */
  isNear = false;
  /** Another work or a law, when it was named last, and whether only grammar follows it. */
  other: "work" | "law" | null = null;
  isOtherNear = false;
  pending: Pending | null;
  /** A day said of « les commentaires » before their name, and parts of a § before its number. */
  dayBefore: DayBefore | null = null;
  readonly detailsBefore: Piece[] = [];
  /** « version », until its day is read, and whether it is said to apply to something. */
  version: (Piece & { readonly isOfUse: boolean }) | null = null;
  /** The quotation that is being read, and the document that it follows without a word between. */
  quoted: Piece | null = null;
  introducing: Draft | null = null;
  /** Where the next quotation begins, or this one ends. */
  turn = 0;

  constructor(
    readonly texte: string,
    readonly cursor: Cursor,
    readonly tokens: readonly Token[],
    readonly memory: Memory,
    /** Whether the sentence before it names a document. */
    readonly isNext: boolean,
  ) {
    this.pending = memory.above;
    memory.above = null;
  }

  /** Words that are quoted are the document's: days and parts of a § among them are not said of it. */
  enter(start: number): void {
    const { quoted } = this.memory;
    if (this.quoted !== null && start >= this.quoted.end) {
      if (this.introducing !== null && this.introducing === this.draft) {
        this.introducing.isParted = true;
        this.isNear = true;
      }
      this.quoted = null;
    }
    while ((quoted[0]?.end ?? Number.POSITIVE_INFINITY) <= start) quoted.shift();
    const [next] = quoted;
    this.turn = this.quoted?.end ?? next?.start ?? Number.POSITIVE_INFINITY;
    if (this.quoted !== null || next === undefined || next.start > start) return;
    this.quoted = next;
    this.turn = next.end;
    this.introducing = this.isNear ? this.draft : null;
    this.isNear = false;
  }

  /** Ends what is said of a version: one that no day names is not read. */
  endVersion(): void {
    if (this.version?.isOfUse) this.draft?.note(this.version);
    this.version = null;
  }

  begin(draft: Draft): void {
    const day = this.dayBefore;
    if (day?.isWithin) draft.sayWithin(day.date);
    else if (day) draft.sayStart(day.date, day.place);
    this.dayBefore = null;
    draft.current?.unread.push(...this.detailsBefore.splice(0));
    this.version = null;
    this.drafts.push(draft);
    this.hold(draft);
  }

  hold(draft: Draft): void {
    this.draft = draft;
    this.isNear = true;
    this.other = null;
    this.isOtherNear = false;
    this.memory.last = draft;
    this.memory.isLast = true;
    this.memory.readTo = Math.max(this.memory.readTo, draft.current?.end ?? 0);
  }

  /** Another work or a law takes what follows. */
  refer(other: "work" | "law"): void {
    this.other = other;
    this.isOtherNear = true;
    this.isNear = false;
    this.memory.isLast = false;
    this.detailsBefore.length = 0;
  }

  /** A document that « ibid. » or « ces commentaires » names again, without its day. */
  recall(): Draft | null {
    const { last } = this.memory;
    if (last === null) return null;
    const again = new Draft({ ...last.subject, edition: null }, last.start, last.start, [], false, false);
    again.subject = last.subject;
    again.pgp = last.pgp;
    this.drafts.push(again);
    this.hold(again);
    return again;
  }

  /** Goes past a token that is no piece of a reference. */
  pass(rank: number, isNear: boolean): number {
    if (!isNear) this.isNear = false;
    if (!isNear) this.isOtherNear = false;
    return rank + 1;
  }

  /** Whether nothing else was referred to since the last document, in the sentences between too. */
  isLast(rank: number): boolean {
    const memory = this.memory;
    const start = this.tokens[rank]?.start ?? 0;
    if (memory.isLast && memory.readTo < start)
      memory.isLast = !OTHERS.test(this.texte.slice(memory.readTo, start));
    memory.readTo = start;
    return memory.isLast;
  }

  /** § before a name that are its own: beside, of a document or led to it; what nothing else claims comes too, unread. */
  takePending(rank: number): readonly ListedNumber[] {
    const pending = this.pending;
    if (pending === null) return [];
    const last = pending.numbers.at(-1)?.end ?? 0;
    const start = this.tokens[rank]?.start ?? 0;
    const between = this.texte.slice(last, Math.min(start, last + LONGEST_LEAD));
    const isLed = start - last <= LONGEST_LEAD && LEADS.test(between);
    if (pending.isOfDoctrine || isLed || (start - last <= LONGEST_JOINT && BESIDE.test(between))) {
      this.pending = null;
      this.detailsBefore.push(...pending.unread);
      return pending.numbers;
    }
    const isUnclaimed =
      this.other === null && start - last < FARTHEST && pending.numbers.every(({ isSure }) => isSure);
    if (isUnclaimed && this.draft === null) {
      this.pending = null;
      this.detailsBefore.push(...pending.numbers, ...pending.unread);
    } else this.release();
    return [];
  }

  /** Holds § until a name, with those just before them. */
  wait(pending: Pending): void {
    const before = this.pending;
    const [last, first] = [before?.numbers.at(-1), pending.numbers[0]];
    const isOne =
      before !== null &&
      last &&
      first &&
      first.start - last.end < LONGEST_JOINT &&
      before.numbers.length < MOST_PENDING;
    if (!isOne) this.release();
    this.pending = isOne ? { ...pending, numbers: [...before.numbers, ...pending.numbers] } : pending;
  }

  /** § that no document claims. */
  release(): void {
    const pending = this.pending;
    this.pending = null;
    if (pending === null) return;
    const isTold = pending.isOfDoctrine || (this.isNext && this.memory.isLast && this.other === null);
    if (!isTold) return;
    for (const { isSure, start, end } of pending.numbers) if (isSure) this.unread.push({ start, end });
    this.unread.push(...pending.unread);
  }

  /** Whether § alone stand under the last document, as the items of its list. */
  isUnderLast(): boolean {
    const before = this.memory.last?.current?.end;
    const start = this.pending?.numbers[0]?.start;
    if (before === undefined || start === undefined || start - before > LONGEST_JOINT) return false;
    return this.memory.isLast && UNDER.test(this.texte.slice(before, start));
  }

  isAllNumbers(): boolean {
    return (
      this.pending !== null &&
      this.tokens.every((token) => token.kind !== "word" || token.class === "mark" || token.class === "and")
    );
  }
}

/** What refers to something else than the doctrine, in sentences that are not read otherwise. */
const OTHERS =
  /(?<!\p{L})(?:[Aa]rt(?:icles?|\.)|CGI|LPF|C\.?E\.?,|CAA|CJUE|CJCE|CEDH|QPC|Cass|Com\.|Civ\.|RJF|JCP|BOSS|OCDE|[Ll]oi|[Dd]écret|[Oo]rdonnance|[Dd]irective|[Cc]onvention|[Rr]ép\.|[Aa]rrêts?|[Jj]ugements?|Conseil|https?:)(?!\p{L})/u;
/** Between a document and § on lines of their own. */
const UNDER = /^[\s;:,.)|*•–-]*$/;
const MOST_PENDING = 40;
const LONGEST_JOINT = 40;
/** Between § and the name of their document. */
const BESIDE = /^[\s,(:|–-]{0,6}(?:(?:du|de|des|document|commentaires|BOI|BOFiP)[\s.,:(]{1,2}){0,3}$/;
/** « (relatif aux revenus) du », « in fine du », « figurant au ». */
const LEADS = new RegExp(
  [
    String.raw`^(?:\s?\([^()]{0,60}\)|,?\s(?:in fine|\p{L}{3,15}és?|(?:\d{1,2}e\s)?alinéas?(?:\s\d{1,2})?|al\.\s?\d{1,2})){1,2},?\s(?:du|de la|des)\s(?:document\s)?$`,
    String.raw`^,?\s(?:figurant|inscrite?s?|contenue?s?|énoncée?s?|publiée?s?|exposée?s?)\s(?:aux?|dans le|sous la référence)\s$`,
  ].join("|"),
  "u",
);
const LONGEST_LEAD = 80;
const FARTHEST = 200;
