import type { Subject } from "../citations/identifiers.ts";
import { takeDate } from "../days/days.ts";
import { isRealDate } from "../identifiers/identifier.ts";
import { PARAGRAPH_NUMBER } from "../paragraphs/paragraphs.ts";
import type { Cursor } from "../reading/cursor.ts";
import { type NamedPublication, readAddress } from "../references/addresses.ts";
import { takeName, type WordClass, wordAt } from "./words.ts";

/** A piece of a sentence. Offsets are of the evened text. */
export type Token = Piece &
  (
    | { readonly kind: "name"; readonly subject: Subject }
    | { readonly kind: "address"; readonly publication: NamedPublication | null }
    | { readonly kind: "day"; readonly date: string | null }
    /** A year, or a month of one. */
    | { readonly kind: "period" }
    | { readonly kind: "number"; readonly numero: string }
    /** « 3.1 », « 2012-1509 », « 2e », « 3 000 € »: no number of a §. */
    | { readonly kind: "figure"; readonly isOrdinal: boolean }
    | { readonly kind: "sign" }
    | { readonly kind: "section" }
    /** Several, when they tell nothing; their text is then empty. */
    | { readonly kind: "word"; readonly word: string; readonly class: WordClass | undefined }
    | { readonly kind: "point"; readonly mark: string }
  );

export interface Piece {
  readonly start: number;
  readonly end: number;
}

const MONTHS =
  "janv(?:ier|\\.)|févr?(?:ier|\\.)|fev(?:rier|\\.)|mars|avr(?:il|\\.)|mai|juin|juill?(?:et|\\.)|ao[uû]t|sept(?:embre|\\.)|oct(?:obre|\\.)|nov(?:embre|\\.)|déc(?:embre|\\.)";
const PERIOD = new RegExp(String.raw`(?:(?:${MONTHS}) )?(?:19|20)\d\d(?![\d\p{L}/-])`, "iuy");
const MONTH_OF_YEAR = new RegExp(String.raw`(?:${MONTHS}) (?:19|20)\d\d(?!\d)`, "iuy");
const ENGLISH_MONTHS = [
  ...["january", "february", "march", "april", "may", "june"],
  ...["july", "august", "september", "october", "november", "december"],
];
const ENGLISH_DAY = new RegExp(
  String.raw`(?:(?<first>${ENGLISH_MONTHS.join("|")}) (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})|(?<of>\d{1,2})(?:st|nd|rd|th)? (?<month>${ENGLISH_MONTHS.join("|")}),? (?<in>\d{4}))(?!\d)`,
  "iuy",
);
/** The source, and people, glue the next word to some numbers: « 10à 40 », « 30et ». */
const NUMBER = new RegExp(
  String.raw`(?:${PARAGRAPH_NUMBER})(?!\d|°|\.\d|-[A-Z]|-\d{4}|-\d{1,3}[-.]\d)(?=à|[a-zà-ÿ]{2}|s'|[^\p{L}]|$)`,
  "uy",
);
const ORDINAL = /\d{1,3}(?:ers?|ères?|re|es?|ème|ᵉ|°)(?![\p{L}\d])/uy;
const FIGURE = /\d[\d\p{L}]*(?:[.,/-][\d\p{L}]+)*/uy;
const THOUSANDS = /\d{1,3}(?: \d{3})+(?!\d)/uy;
const QUANTITY_SIGN = /\d[\d ]*(?:,\d+)? ?[%€$]/uy;
const SECTION =
  /(?:[IVX]{1,6}|[A-Z])(?:[-.](?:[IVX]{1,6}|[A-Z]|[a-z]°?|\d{1,2}°?)(?![\p{L}\d'])){1,8}|[IVX]{1,6}(?![\p{L}\d'.-])/uy;
const ADDRESS =
  /(?:https?:\/\/|www\.)[^\s<>"«»“”()[\]{}]+(?: -\d{8}(?!\d))?|[a-z\d-]{1,40}\.impots\.gouv\.fr\/[^\s<>"«»“”()[\]{}]+(?: -\d{8}(?!\d))?/iuy;
const PGP = /(?:id ?= ?)?\d{1,9}[ -]?PGP(?![\p{L}\d])[^\s<>"«»“”()[\]{},;]*/uy;
const IDENTIFIER_OF = /identifiant(?:=|%3D)[^\s<>"«»“”()[\]{}]+(?: -\d{8}(?!\d))?/iuy;
const N_O = /n o(?= ?\d)/iuy;
const N_DEGREE = /n\.?[°º]s?/iuy;
const AT_END = ".,;:!?'*_…";

/** Cuts a stretch of an evened text in pieces. Linear time. */
export class Lexer {
  readonly #texte: string;
  readonly #cursor: Cursor;
  readonly #series: ReadonlySet<string>;

  constructor(texte: string, cursor: Cursor, series: ReadonlySet<string>) {
    this.#texte = texte;
    this.#cursor = cursor;
    this.#series = series;
  }

  read(from: number, to: number): Token[] {
    const tokens: Token[] = [];
    this.#cursor.at = from;
    let isOrdinary = false;
    while (this.#cursor.at < to) {
      const token = this.#next();
      if (token === null) continue;
      const isAlso = token.kind === "word" && token.class === undefined;
      // Words that tell nothing are one.
      if (!(isAlso && isOrdinary)) tokens.push(token);
      isOrdinary = isAlso;
    }
    return tokens;
  }

  #next(): Token | null {
    const start = this.#cursor.at;
    const code = this.#texte.charCodeAt(start);
    if (code === SPACE || code === NEWLINE) {
      this.#cursor.at += 1;
      return null;
    }
    if (isDigit(code)) return this.#digits(start);
    const length = this.#wordLength(start);
    if (length > 0) return this.#letters(start, length);
    this.#cursor.at += 1;
    const mark = this.#texte.charAt(start);
    if (mark === "§" || mark === "¶") return { kind: "sign", start, end: this.#cursor.at };
    if (mark === "#" && isDigit(this.#texte.charCodeAt(start + 1)))
      return { kind: "sign", start, end: this.#cursor.at };
    return { kind: "point", mark, start, end: this.#cursor.at };
  }

  #digits(start: number): Token {
    const cursor = this.#cursor;
    if (this.#texte.startsWith(ENCODED_EQUALS, start - 1)) {
      cursor.at += 2;
      return { kind: "point", mark: "=", start, end: this.#cursor.at };
    }
    const glued = this.#gluedNumber(start);
    if (glued !== null) return glued;
    const short = this.#shortNumber(start);
    if (short !== null) return short;
    if (cursor.take(PGP)) return this.#address(start);
    const subject = this.#mayBeOld(start) ? takeName(cursor, this.#series, true) : null;
    if (subject !== null) return { kind: "name", subject, start, end: this.#cursor.at };
    const day = takeDate(cursor) ?? this.#englishDay();
    if (day !== null) return { kind: "day", date: day.date, start, end: this.#cursor.at };
    if (cursor.take(ORDINAL)) return { kind: "figure", isOrdinal: true, start, end: this.#cursor.at };
    if (cursor.take(QUANTITY_SIGN) ?? cursor.take(THOUSANDS))
      return { kind: "figure", isOrdinal: false, start, end: this.#cursor.at };
    if (cursor.take(PERIOD)) return { kind: "period", start, end: this.#cursor.at };
    const numero = cursor.take(NUMBER)?.[0];
    if (numero !== undefined) return { kind: "number", numero, start, end: this.#cursor.at };
    if (!cursor.take(FIGURE)) cursor.at += 1;
    return { kind: "figure", isOrdinal: false, start, end: this.#cursor.at };
  }

  /** « sous-section 1BOI-IR-BASE »: the source glues a number to the name that follows it. */
  #gluedNumber(start: number): Token | null {
    let end = start + 1;
    while (end < start + 4 && isDigit(this.#texte.charCodeAt(end))) end += 1;
    if (!this.#texte.startsWith("BOI-", end)) return null;
    this.#cursor.at = end;
    return { kind: "figure", isOrdinal: false, start, end };
  }

  /** Three figures or fewer that nothing follows but a mark: most numbers. */
  #shortNumber(start: number): Token | null {
    const texte = this.#texte;
    let end = start + 1;
    while (end < start + 4 && isDigit(texte.charCodeAt(end))) end += 1;
    const isEnded = AFTER_A_NUMBER.has(texte.charCodeAt(end)) && !isDigit(texte.charCodeAt(end + 1));
    if (!isEnded || end > start + 3) return null;
    this.#cursor.at = end;
    return { kind: "number", numero: texte.slice(start, end), start, end };
  }

  /** « 5 B-… », « 13-L-… »: capitals after one or two figures. */
  #mayBeOld(start: number): boolean {
    let at = start + (isDigit(this.#texte.charCodeAt(start + 1)) ? 2 : 1);
    const joint = this.#texte.charCodeAt(at);
    if (joint === SPACE || joint === HYPHEN) at += 1;
    return isCapital(this.#texte.charCodeAt(at));
  }

  #englishDay(): { readonly date: string | null } | null {
    const found = this.#cursor.take(ENGLISH_DAY)?.groups;
    if (!found) return null;
    const month = ENGLISH_MONTHS.indexOf((found["first"] ?? found["month"] ?? "").toLowerCase()) + 1;
    const day = (found["day"] ?? found["of"] ?? "").padStart(2, "0");
    const date = `${found["year"] ?? found["in"]}-${String(month).padStart(2, "0")}-${day}`;
    return { date: isRealDate(date) ? date : null };
  }

  #letters(start: number, length: number): Token {
    const cursor = this.#cursor;
    const texte = this.#texte;
    const first = texte.charCodeAt(start) | 32;
    const next = texte.charCodeAt(start + length);
    if (this.#mayName(start, length, next)) {
      const subject = takeName(cursor, this.#series, isJoined(texte.charCodeAt(start - 1)));
      if (subject !== null) return { kind: "name", subject, start, end: this.#cursor.at };
    }
    const isSite = next === DOT && texte.startsWith(OFFICIAL, start + length);
    if ((isSite || next === COLON || (first === LETTER_W && length === 3)) && cursor.take(ADDRESS))
      return this.#address(start);
    if (first === LETTER_I && (length === 2 || next === EQUALS || next === PERCENT))
      if (cursor.take(PGP) ?? cursor.take(IDENTIFIER_OF)) return this.#address(start);
    if (first === LETTER_N && length === 1 && (cursor.take(N_DEGREE) ?? cursor.take(N_O)))
      return { kind: "word", word: "n°", class: "mark", start, end: this.#cursor.at };
    const isStep = length === 1 || isRoman(texte.charCodeAt(start + 1));
    if (isStep && isCapital(texte.charCodeAt(start)) && cursor.take(SECTION))
      return { kind: "section", start, end: this.#cursor.at };
    const known = wordAt(texte, start, length);
    if (known?.class === "month") {
      const day = this.#englishDay();
      if (day !== null) return { kind: "day", date: day.date, start, end: this.#cursor.at };
      if (cursor.take(MONTH_OF_YEAR)) return { kind: "period", start, end: this.#cursor.at };
    }
    cursor.at += length;
    if (known !== undefined)
      return { kind: "word", word: known.word, class: known.class, start, end: cursor.at };
    // One letter alone may be a step: « § 10, b) ».
    const word = length === 1 ? texte.charAt(start) : "";
    return { kind: "word", word, class: undefined, start, end: cursor.at };
  }

  #address(start: number): Token {
    while (AT_END.includes(this.#texte.charAt(this.#cursor.at - 1))) this.#cursor.at -= 1;
    const written = this.#texte.slice(start, this.#cursor.at);
    return { kind: "address", publication: readAddress(written), start, end: this.#cursor.at };
  }

  /** Letters from an offset; a name glued to the word before it begins the next one. */
  #wordLength(start: number): number {
    let end = start;
    while (isLetter(this.#texte.charCodeAt(end))) {
      if (end > start && this.#isGlued(end)) break;
      end += 1;
    }
    return end - start;
  }

  /** Whether a word may begin a name: « BOI », « IR-… », « RES », « rescrit », « DB », « Doc. adm. », « doctrine ». */
  #mayName(start: number, length: number, next: number): boolean {
    const second = this.#texte.charCodeAt(start + 1);
    switch (this.#texte.charCodeAt(start) | 32) {
      case LETTER_B:
        return (second | 32) === LETTER_O || next === HYPHEN;
      case LETTER_A:
      case LETTER_R:
        return next === HYPHEN || length === 3 || length > 6;
      case LETTER_D:
        return next === HYPHEN || isCapital(second) || next === DOT || (second === LETTER_O && length > 2);
      default:
        return next === HYPHEN && isCapital(second);
    }
  }

  #isGlued(start: number): boolean {
    const isBo =
      (this.#texte.charCodeAt(start) | 32) === LETTER_B &&
      (this.#texte.charCodeAt(start + 1) | 32) === LETTER_O;
    return isBo && this.#texte.slice(start, start + 4).toUpperCase() === "BOI-";
  }
}

const AFTER_A_NUMBER: ReadonlySet<number> = new Set([...",;:)]»|"].map((mark) => mark.charCodeAt(0)));
const ENCODED_EQUALS = "%3D";
const SPACE = 32;
const NEWLINE = 10;
const HYPHEN = 45;
const DOT = 46;
const COLON = 58;
const EQUALS = 61;
const PERCENT = 37;
const OFFICIAL = ".impots.gouv.fr/";
const LETTER_A = 97;
const LETTER_B = 98;
const LETTER_D = 100;
const LETTER_I = 105;
const LETTER_N = 110;
const LETTER_O = 111;
const LETTER_R = 114;
const LETTER_W = 119;

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isCapital(code: number): boolean {
  return code >= 65 && code <= 90;
}

/** Whether a character may be of the same word as the next one. */
function isJoined(code: number): boolean {
  return isLetter(code) || isDigit(code) || code === HYPHEN;
}

/** Letters of Roman numerals up to 39. */
function isRoman(code: number): boolean {
  return code === 73 || code === 86 || code === 88;
}

function isLetter(code: number): boolean {
  if (code < 0x80) return (code >= 97 && code <= 122) || isCapital(code);
  return (
    (code >= 0xc0 && code <= 0x24f && code !== 0xd7 && code !== 0xf7) || (code >= 0x300 && code <= 0x36f)
  );
}
