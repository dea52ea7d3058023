import type { WrittenDate } from "../days/days.ts";
import { Cursor, type EvenedText, evenOut } from "../reading/cursor.ts";
import { ANCHOR, ANCHOR_START } from "./anchor.ts";
import { type Rest, takeEdition, takeRest } from "./editions.ts";
import { type Subject, takeSubject } from "./identifiers.ts";
import { MARK_BEGINS, takeNumbers, type WrittenNumber } from "./numbers.ts";
import {
  readSections,
  SECTIONS,
  sectionBeforeName,
  sectionsBeforeMark,
  takeSectionAlone,
} from "./sections.ts";

/** A citation as a text writes it. UTF-16 offsets. */
export interface WrittenCitation extends Subject, Numbered {
  /** Start of the adjacent name; null for a § named later in the sentence, which may also be a § of the text itself. */
  readonly nameStart: number | null;
  /** First digits of the fingerprint given by the citation, or null. */
  readonly empreinte: string | null;
  /** Date on which the document ended, according to the citation, or null. */
  readonly fin: string | null;
}

export interface ReadCitations {
  /** In text order, never overlapping. */
  readonly citations: readonly WrittenCitation[];
  /** § named without a document. */
  readonly lone: readonly WrittenNumber[];
}

/** Reads all citations of a text (docs/decisions.md, « Citation »), § named later in a sentence included. Linear time. */
export function readCitations(source: string, written: EvenedText = evenOut(source)): ReadCitations {
  const { texte, sourceOffset } = written;
  const { citations, lone } = new CitationReader(texte).read();
  const placed = <Place extends { readonly start: number; readonly end: number }>(place: Place): Place => ({
    ...place,
    // Offset of the character itself, after anything removed before it.
    start: sourceOffset(place.start + 1) - 1,
    end: sourceOffset(place.end),
  });
  const named = (citation: WrittenCitation): WrittenCitation => {
    const { nameStart } = citation;
    return { ...placed(citation), nameStart: nameStart === null ? null : sourceOffset(nameStart + 1) - 1 };
  };
  return { citations: citations.map(named), lone: lone.map(placed) };
}

/** A full stop after one of these does not end a sentence. */
const ABBREVIATION =
  /(?<!\p{L})(?:art|al|cf|voir|v|p|n|no|obs|éd|ann|préc|adm|spéc|not|op|cit|inst|M|Mme|L|R|D|A)$/u;
const LONGEST_ABBREVIATION = 6;

/** Words that may precede a « n° » that numbers a §; after any other word, it numbers something else. */
const BEFORE_A_NUMBER =
  /(?:^|[^\p{L}])(?:aux?|les?|la|du|des|de|et|ou|à|cf|voir|sous|ses|son|en|ci-après|précise|prévoit|dit|ainsi|qu|[IVX]{1,5}|[A-Za-z])[.'°]?[ \n]?$|(?:^|[^\p{L} \n])[ \n]?$/u;
const LONGEST_BEFORE = 14;
/** Above this, a « n° » later in the sentence numbers a form: 2042, 2065, 3310. */
const LAST_LATER_NUMBER = 2_000;

class CitationReader {
  readonly #texte: string;
  readonly #cursor: Cursor;
  readonly #citations: WrittenCitation[] = [];
  readonly #lone: WrittenNumber[] = [];
  /** The document of a § named later in the sentence. */
  #subject: Cited | null = null;
  /** The document that « du même document » refers to. */
  #last: Cited | null = null;
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

  /** Reads a document's name and what follows; `before` has the § written before it. False if there is no name. */
  #readName(start: number, before: readonly WrittenNumber[]): boolean {
    this.#cursor.at = start;
    let subject = takeSubject(this.#cursor);
    if (subject === null) return false;
    let after: readonly Numbered[] = [];
    let rest: Rest = { empreinte: null, fin: null };
    let nameEnd = this.#cursor.at;
    for (let isMore = true; isMore; ) {
      const edition = takeEdition(this.#cursor);
      if (edition !== null) subject = withEdition(subject, edition);
      const said = takeRest(this.#cursor);
      if (said !== null) rest = { empreinte: said.empreinte ?? rest.empreinte, fin: said.fin ?? rest.fin };
      isMore = said !== null || edition !== null;
      if (after.length > 0 || subject.actualite !== null) continue;
      nameEnd = this.#cursor.at;
      after = this.#takePlacesAfter(before.length > 0);
      isMore ||= after.length > 0;
    }
    if (rest.fin?.date === null) subject = { ...subject, edition: null, fault: "illisible" };
    const cited = { ...subject, empreinte: rest.empreinte, fin: rest.fin?.date ?? null };
    if (subject.actualite === null) {
      // The fingerprint does not cover what is named separately from the document.
      this.#subject = { ...cited, empreinte: null };
      this.#last = this.#subject;
      this.#lastStart = start;
    }
    const sections = before.length + after.length > 0 ? [] : sectionBeforeName(this.#texte, start);
    this.#add(cited, placesOf({ start, nameEnd, end: this.#cursor.at, sections }, before, after), start);
    return true;
  }

  /** The § that follow a document's name, or else the location alone. */
  #takePlacesAfter(isNumbered: boolean): readonly Numbered[] {
    const numbers = this.#takeNumbersAfter();
    if (numbers.length > 0 || isNumbered) return numbers;
    const start = this.#cursor.at;
    const sections = this.#cursor.attempt(() => {
      const taken = takeSectionAlone(this.#cursor);
      // « BOI-…, I-A § 10 du BOI-… »: the § belongs to the next document.
      return taken.length === 0 || this.#cursor.sees(OF) || this.#cursor.sees(MARK_NEXT) ? null : taken;
    });
    if (sections === null) return [];
    return [{ numero: null, numeroFin: null, hasSign: false, sections, start, end: this.#cursor.at }];
  }

  /** The § that follow a document's name; the last one is put back when it belongs to the next document. */
  #takeNumbersAfter(): WrittenNumber[] {
    const numbers = this.#cursor.attempt(() => {
      const before = this.#cursor.take(BEFORE_NUMBERS);
      const taken = before ? takeNumbers(this.#cursor, readSections(before.groups?.["sections"])) : [];
      const own = this.#cursor.sees(OF) ? taken.slice(0, -1) : taken;
      this.#cursor.at = own.at(-1)?.end ?? this.#cursor.at;
      return own.length === 0 ? null : own;
    });
    return numbers ?? [];
  }

  /** Reads « § 130 et 140 », which belongs to the document named after it, or to the previous one. */
  #readNumbers(start: number): void {
    this.#cursor.at = start;
    const numbers = takeNumbers(this.#cursor, sectionsBeforeMark(this.#texte, start));
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

  /** Whether numbers named later in a sentence than their document may be § of it. */
  #isOfDoctrine(start: number, [first]: readonly WrittenNumber[]): boolean {
    if (!/[Nn]/.test(this.#texte.charAt(start))) return true;
    const before = this.#texte.slice(Math.max(0, start - LONGEST_BEFORE), start);
    return BEFORE_A_NUMBER.test(before) && Number.parseInt(first?.numero ?? "", 10) < LAST_LATER_NUMBER;
  }

  #isAbbreviation(end: number): boolean {
    if (this.#texte.charAt(end) !== ".") return false;
    return ABBREVIATION.test(this.#texte.slice(Math.max(0, end - LONGEST_ABBREVIATION), end));
  }

  #add(cited: Cited, places: readonly Numbered[], nameStart: number | null): void {
    for (const place of places) this.#citations.push({ ...cited, ...place, nameStart });
  }
}

/** A document or an actualité, with everything stated about its text except the §. */
type Cited = Subject & Pick<WrittenCitation, "empreinte" | "fin">;

/** Two dates that disagree name no edition, nor does a date missing from the calendar. */
function withEdition(subject: Subject, { date }: WrittenDate): Subject {
  const isOne = date !== null && (subject.edition === null || subject.edition === date);
  return isOne ? { ...subject, edition: date } : { ...subject, edition: null, fault: "illisible" };
}

const MARK_NEXT = new RegExp(`[ \\n]?,?[ \\n]?${MARK_BEGINS}`, "uy");

/** Start of a document's name, after its §. */
const NAME = String.raw`(?:BOI|boi|Boi)[- \n]|BOF[iI][pP]-(?!Imp)|\d{1,2}[ -]?[A-Z]{1,2}-`;
const TITLE = String.raw`(?:document|commentaires?|administratifs?|administrative|publiés?|référence|identifiant|numéro|BOFiP(?:-Impôts)?|[Bb]ofip|BOI|doctrine|instruction|base|fiche|texte|au|sous|la|les?|n°|:)[ \n]`;
/** « § 130 du BOI-… », « § 130 des commentaires publiés sous la référence BOI-… ». */
const OF = new RegExp(
  `[ \\n]?(?:,[ \\n]?)?(?:du|de la|de l'|des|de|aux?|dans le)[ \\n]?(?:${TITLE}){0,9}(?=${NAME})`,
  "uy",
);
/** « § 130, BOI-… », « § 130 (BOI-…) », when no document was named before. */
const BESIDE = new RegExp(`[ \\n]?[,(]?[ \\n]?(?=${NAME})`, "uy");
/** « § 130 du même document », « § 130 du BOI précité ». */
const OF_THE_SAME =
  /[ \n]?,?[ \n]?(?:(?:du même|de ce(?:tte)?|dudit|de la même)[ \n](?:BOI|document|commentaire|doctrine|instruction)|(?:du|de la)[ \n](?:BOI|document|commentaire|doctrine|instruction)[ \n](?:précitée?|susvisée?))(?![-\p{L}])/uy;

/** Between a document's name and its §: « , au II-A ». */
const BEFORE_NUMBERS = new RegExp(
  `[ \\n]?(?:[,;:(]|-(?=[ \\n]?§))?[ \\n]?(?:et[ \\n])?(?:(?:aux?|à|en|sous|dans|cf\\.|voir|not\\.|notamment|spéc\\.|pt\\.?)[ \\n]?)?(?:(?:les?|son|ses|la)[ \\n])?(?:(?:section|partie|point)[ \\n])?(?:(?<sections>${SECTIONS})[ \\n]?,?[ \\n]?)?(?=${MARK_BEGINS})`,
  "uy",
);

/** The § that a citation names, and its position. UTF-16 offsets. */
interface Numbered {
  /** Number of a §, the first of a range; null when the whole document is cited. */
  readonly numero: string | null;
  /** Last of « § 130 à 150 », else null. */
  readonly numeroFin: string | null;
  /** Whether the § is written with the sign « § ». */
  readonly hasSign: boolean;
  /** Where the citation locates the cited text in its document: « II-A-1 »; empty when not stated. */
  readonly sections: readonly string[];
  readonly start: number;
  readonly end: number;
}

/** Position of a document's name with its date, and the end of everything stated about it. */
interface Named {
  readonly start: number;
  readonly nameEnd: number;
  readonly end: number;
  /** Location in the whole document, when no § is named. */
  readonly sections: readonly string[];
}

/** One place for each § of a document named once: the name goes with the § just before it, else with the next one. */
function placesOf(
  { start, nameEnd, end, sections }: Named,
  before: readonly Numbered[],
  after: readonly Numbered[],
): Numbered[] {
  const places: Numbered[] = [...before, ...after];
  const named = Math.max(0, before.length - 1);
  const own = places[named] ?? { numero: null, numeroFin: null, hasSign: false, sections, start, end };
  places[named] = before.length > 0 ? { ...own, end: nameEnd } : { ...own, start };
  return endingAt(end, places);
}

/** Extends the last place to an offset: the end of everything stated about the document. */
function endingAt<Item extends Numbered>(end: number, places: readonly Item[]): Item[] {
  return places.map((place, rank) => (rank === places.length - 1 ? { ...place, end } : place));
}
