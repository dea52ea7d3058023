import {
  canonicalNumber,
  compareNumbers,
  type ParagraphRange,
  readReservedNumbers,
} from "../../bofip/paragraphs/paragraphs.ts";
import { collapse, NUMBER_CLASS } from "../../bofip/text/contenu-html.ts";
import { blocksOf, escapeText } from "./inline.ts";

/** Where a plain text, whose numbers may be glued to its words, gives the number of a §, or reserves some. */
interface NumberMark extends ParagraphRange {
  /** As written, `10` or `(20-40)`. */
  readonly written: string;
  readonly isReserved: boolean;
  /** UTF-16 offsets in the text. */
  readonly start: number;
  readonly end: number;
}

const DIGITS = String.raw`\d{1,6}(?:[ \u00a0]?(?:bis|ter|quater|quinquies))?`;
/** A sentence begins: its first word is followed by another one. */
const SENTENCE = String.raw`(?:[«“"][ \u00a0]?)?\p{Lu}[\p{L}-]{0,30}[’'ʼ,\s]`;
const LINE_START = String.raw`(?<=(?:^|[\r\n])[ \u00a0]{0,3})`;
/** Glued to a word, after a sentence and its space, or after the year that ends a heading. */
const GLUED = String.raw`(?<=[^\s\d,+/°§–-]|[.;:)»?!\]][ \u00a0]|(?<!\d)(?:19|20)\d\d)`;
const ALONE = String.raw`(?=[ \u00a0]{0,3}[\r\n]\s{0,3}${SENTENCE}|[ \u00a0]?${SENTENCE})`;
const RESERVED = String.raw`\(\d[^()\p{L}\n]{0,30}(?:(?:à|et)[^()\p{L}\n]{1,30}){0,9}\)`;

const MARKS = new RegExp(
  [
    `${LINE_START}(?:(?<line>${DIGITS})${ALONE}|(?<lineReserved>${RESERVED})(?=[ \\u00a0]{0,3}(?:[\\r\\n]|$)))`,
    `${GLUED}(?:(?<glued>${DIGITS})(?=${SENTENCE})|(?<gluedReserved>${RESERVED})(?=[\\d\\p{L}]|$))`,
  ].join("|"),
  "gu",
);

/** Formats a plain text as the official HTML: a block a line, numbers of § and headings where the text proves them. */
export function plainTextHtml(text: string): string {
  const marks = provenNumbers(text);
  const segments = [...marks, null].map((mark, index) => ({
    mark,
    words: text.slice(marks[index - 1]?.end ?? 0, mark?.start),
  }));
  const headings = headingsOf(segments.slice(0, -1).map(({ words }) => words));
  return segments
    .flatMap(({ mark, words }, index) => [
      ...segmentHtml(words, headings[index] ?? []),
      ...(mark === null ? [] : [`<p class="${NUMBER_CLASS}">${mark.written}</p>`]),
    ])
    .join("\n");
}

/**
 * The numbers of § of a plain text, and those that it reserves, where the sequence 1, 10, 20… proves them: each multiple
 * of ten is there once, or reserved, between its neighbours; rising numbers between two of them were inserted. Empty
 * where a figure could be one or the other, or the sequence stops and goes on. Linear time.
 */
function provenNumbers(text: string): readonly NumberMark[] {
  const marks = readMarks(text);
  const chain = chainOf(marks);
  const numbers = chain.filter(({ isReserved }) => !isReserved);
  const isSequence = chain.length > 1 && numbers.length > 0;
  // A document of one § begins with its number, and has no other.
  const isSingle = marks.length === 1 && numbers[0]?.start === 0;
  return isSequence || isSingle ? withInserted(chain, marks) : [];
}

function readMarks(text: string): NumberMark[] {
  return [...text.matchAll(MARKS)].flatMap(({ 0: written, index: start, groups = {} }): NumberMark[] => {
    const place = { written, start, end: start + written.length };
    const number = groups["line"] ?? groups["glued"];
    if (number !== undefined) {
      const numero = canonicalNumber(number);
      return [{ ...place, de: numero, a: numero, isReserved: false }];
    }
    const ranges = readReservedNumbers(written);
    const [first] = ranges ?? [];
    const last = ranges?.at(-1);
    return first && last ? [{ ...place, de: first.de, a: last.a, isReserved: true }] : [];
  });
}

/** The marks of 1, 10, 20…, each where nothing else could be; empty when one could be elsewhere. */
function chainOf(marks: readonly NumberMark[]): readonly NumberMark[] {
  const byNumber = Map.groupBy(marks, ({ de }) => de);
  const places = (numero: string) => {
    const all = byNumber.get(numero) ?? [];
    const numbers = all.filter(({ isReserved }) => !isReserved);
    return numbers.length > 0 ? numbers : all;
  };
  const starts = places("1").length > 0 ? places("1") : places("10").filter(({ isReserved }) => isReserved);
  const chain: NumberMark[] = [];
  for (let next = starts; ; next = places(followerOf(chain.at(-1)))) {
    const after = chain.at(-1)?.end ?? 0;
    const earliest = next.find(({ start }) => start >= after);
    if (earliest === undefined) break;
    chain.push(earliest);
  }
  return isOnlyOne(chain, places) && !goesOn(chain, marks) ? chain : [];
}

/** Whether no number of the chain could be later, before the number that follows it. */
function isOnlyOne(chain: readonly NumberMark[], places: (numero: string) => readonly NumberMark[]): boolean {
  return chain.every((mark, index) => {
    const limit = chain[index + 1]?.start ?? Number.POSITIVE_INFINITY;
    return !places(mark.de).some(({ start }) => start > mark.start && start < limit);
  });
}

/** Whether two successive numbers follow the chain after a gap: a number between was not read. */
function goesOn(chain: readonly NumberMark[], marks: readonly NumberMark[]): boolean {
  const last = chain.at(-1);
  if (last === undefined) return false;
  const later = marks.filter(({ de, start }) => start > last.start && compareNumbers(de, last.a) > 0);
  const seen = new Set<string>();
  return later.some((mark) => {
    if (mark.isReserved || !isRegular(mark.de)) return false;
    seen.add(followerOf(mark));
    return seen.has(mark.de);
  });
}

function isRegular(numero: string): boolean {
  return /^\d+0$/.test(numero);
}

/** The number that regularly follows: 10 after 1, 20 after 10, 15 or 12-18. */
function followerOf(mark: NumberMark | undefined): string {
  return String(Math.floor(Number.parseInt(mark?.a ?? "", 10) / 10) * 10 + 10);
}

/** Adds the numbers inserted between two of the chain, or after its last, when each is greater than the one before. */
function withInserted(chain: readonly NumberMark[], marks: readonly NumberMark[]): readonly NumberMark[] {
  let index = 0;
  return chain.flatMap((mark, position) => {
    const { start: limit = Number.POSITIVE_INFINITY, de: bound = followerOf(mark) } =
      chain[position + 1] ?? {};
    const inserted: NumberMark[] = [];
    for (; index < marks.length; index += 1) {
      const other = marks[index];
      if (other === undefined || other.start >= limit) break;
      const isWithin = compareNumbers(other.de, mark.a) > 0 && compareNumbers(other.de, bound) < 0;
      if (other.start > mark.start && !other.isReserved && isWithin) inserted.push(other);
    }
    const isRising = inserted.every(
      ({ de }, at) => at === 0 || compareNumbers(inserted[at - 1]?.a ?? "", de) < 0,
    );
    return isRising ? [mark, ...inserted] : [mark];
  });
}

/** Long enough for the headings above a §, short enough to bound the search for them. */
const MAX_HEADINGS_LENGTH = 2_000;
/** Five levels at most, and some ends of sentences that look like labels. */
const MAX_LABELS = 16;

/** The end of a label: « I. », « A. », « 1. », « a. », « 1° », before a capital. */
const LABEL_END = /[.°][ \u00a0](?=[«(]?[ \u00a0]?\p{Lu})/gu;
const ANY_LABEL = /(?:^|[\n.;:)»?!\p{Ll}])(?:[IVXL]{1,7}|[A-Z]|\d{1,2}|[a-z])$/u;
const SENTENCE_END = /[.;!?][«\p{Lu}]|(?:\p{L}{5}|[)»\]])[.;!?]\s[«\p{Lu}]/u;

interface PlacedHeading {
  readonly start: number;
  /** From 0, of « I. ». */
  readonly level: number;
}

/** The last number of each level of headings in force. */
type Outline = readonly number[];

function segmentHtml(words: string, headings: readonly PlacedHeading[]): string[] {
  const blocks = blocksOf(words.slice(0, headings[0]?.start)).map((block) => `<p>${blockText(block)}</p>`);
  const titles = headings.map(({ start, level }, index) => {
    const title = blockText(words.slice(start, headings[index + 1]?.start));
    return `<h${level + 1}>${title}</h${level + 1}>`;
  });
  return [...blocks.filter((block) => block !== "<p></p>"), ...titles];
}

function blockText(text: string): string {
  return escapeText(collapse(text).trim());
}

/** Just above the number of a §; none at all when one does not follow: the sections of the others would be false. */
function headingsOf(parts: readonly string[]): readonly (readonly PlacedHeading[])[] {
  const found: (readonly PlacedHeading[])[] = [];
  let outline: Outline = [];
  for (const part of parts) {
    const from = Math.max(0, part.length - MAX_HEADINGS_LENGTH);
    const read = readHeadings(part.slice(from).trimEnd(), outline);
    if (read === null) return [];
    outline = read.outline;
    found.push(read.headings.map(({ start, level }) => ({ start: start + from, level })));
  }
  return found;
}

interface ReadHeadings {
  readonly headings: readonly PlacedHeading[];
  readonly outline: Outline;
}

/** The longest suite of headings that ends a text; null when it ends with one that is not expected. */
function readHeadings(text: string, outline: Outline): ReadHeadings | null {
  const none = { headings: [], outline };
  if (/[.;:,]$/.test(text)) return none;
  const ends = [...text.matchAll(LABEL_END)].map(({ index }) => index).slice(-MAX_LABELS);
  for (const first of ends.keys()) {
    const read = suiteFrom(text, ends.slice(first), outline);
    if (read !== null) return read;
  }
  const isLost = ends.some(
    (end) => ANY_LABEL.test(text.slice(Math.max(0, end - 8), end)) && isTitle(text.slice(end + 2)),
  );
  return isLost ? null : none;
}

/** The headings from the first of these label ends; null when no heading ends there, or when words follow one. */
function suiteFrom(text: string, ends: readonly number[], before: Outline): ReadHeadings | null {
  const headings: PlacedHeading[] = [];
  let outline = before;
  for (const end of ends) {
    const label = expectedLabel(text, end, outline);
    if (label === null && headings.length === 0) return null;
    if (label === null) continue;
    headings.push(label);
    outline = [...outline.slice(0, label.level), (outline[label.level] ?? 0) + 1];
  }
  const titles = headings.map(({ start }, index) => text.slice(start, headings[index + 1]?.start));
  return titles.every((title) => isTitle(title.replace(/^.{1,8}?[.°]\s/, ""))) ? { headings, outline } : null;
}

/** The label that ends there, when it may follow: the next one of a level in force, or the first below. */
function expectedLabel(text: string, end: number, outline: Outline): PlacedHeading | null {
  const isDegree = text[end] === "°";
  const level = [...outline, 0].findLastIndex((count, depth) => {
    const label = LABELS[depth]?.(count + 1);
    if (label === undefined || isDegree !== (depth === LABELS.length - 1)) return false;
    const previous = text[end - label.length - 1] ?? "\n";
    // « CGI. Il » is no « I. », nor is the end of « III. »; the « A. » of « CGIA. Immeubles » may be one.
    if (depth === 0 && /\p{Lu}/u.test(previous)) return false;
    return text.startsWith(label, end - label.length) && /[^\S\n]|[\d,§°/-]/.exec(previous) === null;
  });
  const label = level < 0 ? undefined : LABELS[level]?.((outline[level] ?? 0) + 1);
  return label === undefined ? null : { start: end - label.length, level };
}

/** « I », « A », « 1 », « a », « 1° »: the levels of the official headings. */
const LABELS: readonly ((number: number) => string)[] = [
  roman,
  (number) => String.fromCharCode(64 + number),
  String,
  (number) => String.fromCharCode(96 + number),
  String,
];

const ROMAN = [
  ["L", 50],
  ["XL", 40],
  ["X", 10],
  ["IX", 9],
  ["V", 5],
  ["IV", 4],
  ["I", 1],
] as const;

function roman(number: number): string {
  let rest = number;
  let written = "";
  for (const [sign, value] of ROMAN) for (; rest >= value; rest -= value) written += sign;
  return written;
}

function isTitle(text: string): boolean {
  return !SENTENCE_END.test(text) && !/[.;:,]\s*$/.test(text);
}
