import type { WrittenDate } from "../french-date.ts";
import { Cursor } from "../reading/cursor.ts";
import { evenOut, type Written } from "../reading/written.ts";
import { ANCHOR, ANCHOR_START } from "./anchor.ts";
import { takeEdition, takeRest } from "./editions.ts";
import { type Subject, takeSubject } from "./identifiers.ts";
import { BEFORE_NUMBERS, BESIDE, OF, OF_THE_SAME } from "./joints.ts";
import { takeNumbers, type WrittenNumber } from "./numbers.ts";

/** A citation as a text writes it. UTF-16 offsets. */
export interface WrittenCitation extends Subject {
  /** Number of a §, the first of a range; null when the whole document is cited. */
  readonly numero: string | null;
  /** Last of « § 130 à 150 », else null. */
  readonly numeroFin: string | null;
  readonly start: number;
  readonly end: number;
  /** Where the name that it adjoins begins; null for a § named later, which may also be of the text itself. */
  readonly nameStart: number | null;
  /** Whether its § is written with the sign « § ». */
  readonly hasSign: boolean;
}

export interface ReadCitations {
  /** In the order of the text, never overlapping. */
  readonly citations: readonly WrittenCitation[];
  /** § named without any document. */
  readonly lone: readonly WrittenNumber[];
}

/**
 * Reads every citation of the doctrine in a text: an identifier, what says which § and which edition of it, and the §
 * named later in the same sentence (docs/decisions.md, « Citation »). Time is linear in the length.
 * @param written the text evened out, for whoever has it already.
 */
export function readCitations(source: string, written: Written = evenOut(source)): ReadCitations {
  const { texte, sourceOffset } = written;
  const { citations, lone } = new CitationReader(texte).read();
  const placed = <Place extends { readonly start: number; readonly end: number }>(place: Place): Place => ({
    ...place,
    // Of the character itself, behind what was left out before it.
    start: sourceOffset(place.start + 1) - 1,
    end: sourceOffset(place.end),
  });
  const named = (citation: WrittenCitation): WrittenCitation => {
    const { nameStart } = citation;
    return { ...placed(citation), nameStart: nameStart === null ? null : sourceOffset(nameStart + 1) - 1 };
  };
  return { citations: citations.map(named), lone: lone.map(placed) };
}

/** A point behind these ends no sentence. */
const ABBREVIATION =
  /(?<!\p{L})(?:art|al|cf|voir|v|p|n|no|obs|éd|ann|préc|adm|spéc|not|op|cit|inst|M|Mme|L|R|D|A)$/u;
const LONGEST_ABBREVIATION = 6;

/** Words that may stand before a « n° » that is a §'s; any other word says what else is numbered. */
const BEFORE_A_NUMBER =
  /(?:^|[^\p{L}])(?:aux?|les?|la|du|des|de|et|ou|à|cf|voir|sous|ses|son|en|ci-après|précise|prévoit|dit|ainsi|qu|[IVX]{1,5}|[A-Za-z])[.'°]?[ \n]?$|(?:^|[^\p{L} \n])[ \n]?$/u;
const LONGEST_BEFORE = 14;
/** Beyond, « n° » later in a sentence is that of a form: 2042, 2065, 3310. */
const LAST_LATER_NUMBER = 2_000;

class CitationReader {
  readonly #texte: string;
  readonly #cursor: Cursor;
  readonly #citations: WrittenCitation[] = [];
  readonly #lone: WrittenNumber[] = [];
  /** What a § named later in the sentence is of. */
  #subject: Subject | null = null;
  /** What « du même document » stands for. */
  #last: Subject | null = null;
  #lastStart = 0;

  constructor(texte: string) {
    this.#texte = texte;
    this.#cursor = new Cursor(texte);
  }

  read(): ReadCitations {
    for (let anchor = this.#next(); anchor; anchor = this.#next()) {
      const { name, mark, court } = anchor.groups ?? {};
      const start = anchor.index;
      if (name !== undefined) this.#readName(start, []);
      else if (mark !== undefined) this.#readNumbers(start);
      else if (court !== undefined || !this.#isAbbreviation(start)) this.#subject = null;
      this.#cursor.at = Math.max(this.#cursor.at, start + anchor[0].length, start + 1);
    }
    return { citations: this.#citations, lone: this.#lone };
  }

  #next(): RegExpExecArray | null {
    return this.#cursor.takeNext(ANCHOR_START, ANCHOR);
  }

  /**
   * Reads a document's name and what follows it.
   * @param before the § of it that stand before its name.
   * @returns false when there is no name.
   */
  #readName(start: number, before: readonly WrittenNumber[]): boolean {
    this.#cursor.at = start;
    let subject = takeSubject(this.#cursor);
    if (subject === null) return false;
    let after: WrittenNumber[] = [];
    let nameEnd = this.#cursor.at;
    for (let isMore = true; isMore; ) {
      const edition = takeEdition(this.#cursor);
      if (edition !== null) subject = withEdition(subject, edition);
      isMore = takeRest(this.#cursor) || edition !== null;
      if (after.length > 0) continue;
      nameEnd = this.#cursor.at;
      after = this.#takeNumbersAfter();
      isMore ||= after.length > 0;
    }
    this.#subject = subject;
    this.#last = subject;
    this.#lastStart = start;
    this.#add(subject, placesOf({ start, nameEnd, end: this.#cursor.at }, before, after), start);
    return true;
  }

  /** The § that follow a document's name; the last is given back when it is of the next document. */
  #takeNumbersAfter(): WrittenNumber[] {
    const numbers = this.#cursor.attempt(() => {
      const taken = this.#cursor.take(BEFORE_NUMBERS) ? takeNumbers(this.#cursor) : [];
      const own = this.#cursor.sees(OF) ? taken.slice(0, -1) : taken;
      this.#cursor.at = own.at(-1)?.end ?? this.#cursor.at;
      return own.length === 0 ? null : own;
    });
    return numbers ?? [];
  }

  /** Reads « § 130 et 140 », which is of the document named behind, or of the one named before. */
  #readNumbers(start: number): void {
    this.#cursor.at = start;
    const numbers = takeNumbers(this.#cursor);
    if (numbers.length === 0) return;
    const end = this.#cursor.at;
    const leads = this.#cursor.take(OF) ?? (this.#subject === null ? this.#cursor.take(BESIDE) : null);
    if (leads && this.#readName(this.#cursor.at, numbers)) return;
    this.#cursor.at = end;
    if (this.#last !== null && this.#cursor.take(OF_THE_SAME)) {
      this.#subject = this.#last;
      this.#add(this.#last, endingAt(this.#cursor.at, numbers), this.#lastStart);
    } else if (this.#subject === null || !this.#isOfDoctrine(start, numbers)) this.#lone.push(...numbers);
    else this.#add(this.#subject, numbers, null);
  }

  /** Whether numbers named later in a sentence than their document may be of it. */
  #isOfDoctrine(start: number, [first]: readonly WrittenNumber[]): boolean {
    if (!/[Nn]/.test(this.#texte.charAt(start))) return true;
    const before = this.#texte.slice(Math.max(0, start - LONGEST_BEFORE), start);
    return BEFORE_A_NUMBER.test(before) && Number.parseInt(first?.numero ?? "", 10) < LAST_LATER_NUMBER;
  }

  #isAbbreviation(end: number): boolean {
    if (this.#texte.charAt(end) !== ".") return false;
    return ABBREVIATION.test(this.#texte.slice(Math.max(0, end - LONGEST_ABBREVIATION), end));
  }

  #add(subject: Subject, places: readonly Place[], nameStart: number | null): void {
    for (const place of places) this.#citations.push({ ...subject, ...place, nameStart });
  }
}

function withEdition(subject: Subject, { date }: WrittenDate): Subject {
  return date === null ? { ...subject, edition: null, fault: "illisible" } : { ...subject, edition: date };
}

type Place = Pick<WrittenCitation, "numero" | "numeroFin" | "hasSign" | "start" | "end">;

/** Where a document's name stands, with its date, and where all that is said of it ends. */
interface Named {
  readonly start: number;
  readonly nameEnd: number;
  readonly end: number;
}

/** One place for each § of a document named once: its name goes with the § just before it, else with the next one. */
function placesOf(
  { start, nameEnd, end }: Named,
  before: readonly WrittenNumber[],
  after: readonly WrittenNumber[],
): Place[] {
  const places: Place[] = [...before, ...after];
  const named = Math.max(0, before.length - 1);
  const own = places[named] ?? { numero: null, numeroFin: null, hasSign: false, start, end };
  places[named] = before.length > 0 ? { ...own, end: nameEnd } : { ...own, start };
  return endingAt(end, places);
}

function endingAt<Item extends Place>(end: number, places: readonly Item[]): Item[] {
  return places.map((place, rank) => (rank === places.length - 1 ? { ...place, end } : place));
}
