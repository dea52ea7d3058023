import type { Subject } from "../citations/identifiers.ts";
import type { WrittenCitation } from "../citations/read-citations.ts";
import type { ListedNumber } from "./numbers.ts";
import type { Piece } from "./tokens.ts";

/** A mention of the doctrine in a text, with everything that its sentence says of it. Offsets are UTF-16. */
export interface Mention extends WrittenCitation {
  /** The day on which the edition that it names was in force; `edition` is the day on which one began. */
  readonly jourEnVigueur: string | null;
  /** The number of its permalink, and where it is. */
  readonly pgp: (Piece & { readonly numero: number }) | null;
  /** Whether its link is of another document than it names. */
  readonly isContradictory: boolean;
  /** Whether what it gives as a fingerprint can't be one. */
  readonly isPrintUnread: boolean;
  /** What is said of it and can't be read or checked, in text order. */
  readonly unread: readonly Piece[];
  /** The year that an old form gives, or null. */
  readonly annee: number | null;
  /** The day that gives way to the one in force. */
  readonly otherDay: Piece | null;
}

/** One § of a document that is being read, or the whole of it. */
interface DraftEntry {
  number: ListedNumber | null;
  sections: readonly string[];
  start: number;
  end: number;
  /** Whether it stands with the document's name. */
  readonly isBeside: boolean;
  readonly unread: Piece[];
}

/** A document that is being read, with its § so far. */
export class Draft {
  readonly entries: DraftEntry[] = [];
  /** Whether § stand before its name. */
  readonly isPreceded: boolean;
  subject: Subject;
  within: string | null = null;
  startDay: Piece | null = null;
  pgp: Mention["pgp"] = null;
  isContradictory = false;
  isPrintUnread = false;
  empreinte: string | null = null;
  fin: string | null = null;
  annee: number | null = null;
  /** Whether a quotation follows it: its entries end before. */
  isParted = false;

  /** `before`: § before its name; `isOfAddress`: an address names it; `isNamed`: by its name, not « ibid. ». */
  constructor(
    subject: Subject,
    readonly start: number,
    nameEnd: number,
    before: readonly ListedNumber[],
    readonly isOfAddress = false,
    readonly isNamed = true,
  ) {
    this.subject = subject;
    this.isPreceded = before.length > 0;
    for (const number of before) this.#push(number, true);
    const last = this.entries.at(-1);
    if (last) last.end = nameEnd;
    else if (isNamed) this.entries.push(emptyEntry(start, nameEnd));
  }

  /** The document or the actualité, null for an address that gives a number alone. */
  get named(): string | null {
    return this.subject.boiId ?? this.subject.actualite;
  }

  /** Takes what a link, or its label, says of the document. */
  join(boiId: string | null, actualite: string | null, edition: string | null): void {
    const other = boiId ?? actualite;
    if (other !== null && this.named !== null && other !== this.named) this.isContradictory = true;
    else if (this.named === null)
      this.subject = { ...this.subject, boiId, actualite, identifiant: boiId ?? "" };
    if (edition !== null && this.subject.edition === null) this.subject = { ...this.subject, edition };
    else if (edition !== null && edition !== this.subject.edition) this.isContradictory = true;
  }

  /** Takes the number of an address. */
  setPgp(numero: number | null, place: Piece, texte: string): void {
    if (numero === null) return;
    const found = /\d{1,9}[ -]?PGP/i.exec(texte.slice(place.start, place.end));
    const start = place.start + (found?.index ?? 0);
    if (this.pgp !== null && this.pgp.numero !== numero) this.isContradictory = true;
    this.pgp ??= { numero, start, end: start + (found?.[0].length ?? 0) };
  }

  /** Lists what can't be read of the entry that it follows. */
  note(place: Piece): void {
    const unread = this.current?.unread;
    if (unread !== undefined && unread.length < MOST_UNREAD)
      unread.push({ start: place.start, end: place.end });
  }

  /** The entry that what is read next belongs to. */
  get current(): DraftEntry | undefined {
    return this.entries.at(-1);
  }

  /** Adds § that stand beside the name, or later in its sentence. */
  add(numbers: readonly ListedNumber[], isBeside: boolean): void {
    for (const number of numbers) {
      const own = this.current;
      if (isBeside && !this.isParted && this.entries.length === 1 && own?.number === null) {
        own.number = number;
        own.sections = number.sections;
        own.end = number.end;
      } else this.#push(number, isBeside && !this.isParted && this.empreinte === null);
    }
  }

  /** Takes a piece into the entry that it follows. */
  extend(end: number): void {
    const own = this.current;
    if (own && !this.isParted) own.end = Math.max(own.end, end);
  }

  #push(number: ListedNumber, isBeside: boolean): void {
    const { sections, start, end } = number;
    this.entries.push({ number, sections, start, end, isBeside, unread: [] });
    this.isParted = false;
  }

  /** Two days that disagree name no edition, nor does one that is not in the calendar. */
  sayStart(date: string | null, place: Piece): void {
    const { edition } = this.subject;
    const isOne = date !== null && (edition === null || edition === date);
    this.subject = isOne
      ? { ...this.subject, edition: date }
      : { ...this.subject, edition: null, fault: this.subject.fault ?? "illisible" };
    this.startDay = place;
  }

  sayWithin(date: string | null): void {
    if (date !== null && (this.within === null || this.within === date)) this.within = date;
    else this.subject = { ...this.subject, fault: this.subject.fault ?? "illisible" };
  }

  mentions(): Mention[] {
    const { boiId, identifiant, edition, fault, actualite } = this.subject;
    return this.entries.map(({ number, sections, start, end, isBeside, unread }) => ({
      boiId,
      identifiant,
      edition,
      fault,
      actualite,
      numero: number?.numero ?? null,
      numeroFin: number?.numeroFin ?? null,
      hasSign: number?.hasSign ?? false,
      sections,
      start,
      end,
      nameStart: isBeside && this.isNamed ? this.start : null,
      // The fingerprint does not cover what is named apart from the document.
      empreinte: isBeside ? this.empreinte : null,
      isPrintUnread: isBeside && this.isPrintUnread,
      fin: this.fin,
      jourEnVigueur: this.within,
      pgp: this.pgp,
      isContradictory: this.isContradictory,
      unread,
      annee: this.annee,
      otherDay: this.within === null ? null : this.startDay,
    }));
  }
}

/** In one entry: a text that has more is no citation. */
const MOST_UNREAD = 40;

function emptyEntry(start: number, end: number): DraftEntry {
  return { number: null, sections: [], start, end, isBeside: true, unread: [] };
}
