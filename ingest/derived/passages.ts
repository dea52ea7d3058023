import type { ParagraphSpan } from "../../bofip/paragraphs/paragraphs.ts";
import { readEditionPassages } from "../../db/ingestion/derived/embedding.ts";
import type { Database } from "../../db/postgres/database.ts";
import type { PassageSpan } from "../../db/schema/passages.ts";
import { sentenceStarts } from "../../search/fulltext/excerpt/beginnings.ts";
import { Memory } from "../journal/journal.ts";

/** A text to embed, and the key of its vector. */
export interface PassageText {
  readonly boiId: string;
  /** Title of its edition. */
  readonly titre: string;
  readonly textHash: string;
  readonly text: string;
}

/** How many editions are read ahead, while the previous ones are embedded. */
const READ_AHEAD = 8;

/** The passages of editions, an edition at a time, in order, but for those embedded in `version`; null for all. */
export async function* readPassageTexts(
  database: Database,
  editions: readonly number[],
  version: string | null,
): AsyncGenerator<readonly PassageText[]> {
  const memory = new Memory();
  const read = (edition: number) => {
    const texts = readTexts(database, edition, version);
    // The caller waiting for the first failure receives it; nobody waits for the others any more.
    texts.catch(() => {});
    return texts;
  };
  const pending = editions.slice(0, READ_AHEAD).map(read);
  for (let index = 0; index < editions.length; index += 1) {
    const texts = (await pending.shift()) ?? [];
    const next = editions[index + READ_AHEAD];
    if (next !== undefined) pending.push(read(next));
    yield texts;
    for (const { text } of texts) memory.spent(text.length);
  }
}

async function readTexts(
  database: Database,
  edition: number,
  version: string | null,
): Promise<readonly PassageText[]> {
  const read = await readEditionPassages(database, edition, version);
  if (read === null) return [];
  return read.passages
    .filter(({ isEmbedded }) => !isEmbedded)
    .map((passage) => ({
      boiId: read.boiId,
      titre: read.titre,
      textHash: passage.textHash,
      text: embeddedText(read, passage),
    }));
}

/** What is embedded: the title and the headings above, the head of a table that goes on, then the passage's own words. */
export function embeddedText(
  { titre, texte }: { readonly titre: string; readonly texte: string },
  { section, start, end, tableStart, tableEnd }: Omit<PassageSpan, "paragraphe">,
): string {
  const head = tableStart === null || tableEnd === null ? [] : [texte.slice(tableStart, tableEnd)];
  return [titre, ...section, ...head, texte.slice(start, end)].join("\n");
}

/** Identifies an embedded text: 128 bits, enough for no two texts of any corpus to collide. */
export function textHashOf(text: string): string {
  return new Bun.CryptoHasher("sha256").update(text).digest().subarray(0, 16).toString("base64url");
}

/** What passages are cut from: a stored edition. */
interface PassageSource {
  readonly titre: string;
  readonly texte: string;
  readonly paragraphes: readonly ParagraphSpan[];
}

/** A stretch of an edition's text, embedded and found on its own. */
interface Passage extends PassageSpan {
  /** Hash of the embedded text: the key of its vector. */
  readonly textHash: string;
}

/** About 1,200 characters (docs/search.md, « Meaning »): an eighth more keeps two usual § together more often. */
const MAX_PASSAGE_LENGTH = 1_350;
/** Headings of these levels start a new passage. */
const PARTING_LEVELS = 2;

/**
 * Cuts an edition's text into passages, in the order of the text: numbered paragraphs grouped up to about 1,200
 * characters under the same headings of levels 1 and 2, longer ones cut between sentences or table rows. Pure.
 */
export function cutPassages({ titre, texte, paragraphes }: PassageSource): Passage[] {
  return groupParagraphs(unitsOf(texte, paragraphes))
    .flatMap((unit) => cutUnit(texte, unit))
    .map((span) => ({ ...span, textHash: textHashOf(embeddedText({ titre, texte }, span)) }));
}

interface Unit {
  /** Number of the first one; null for a text without numbered paragraphs. */
  readonly paragraphe: string | null;
  readonly section: readonly string[];
  readonly start: number;
  readonly end: number;
}

/** The numbered paragraphs and the text before the first one, if any. */
function unitsOf(texte: string, paragraphes: readonly ParagraphSpan[]): Unit[] {
  const numbered = paragraphes.map(({ numero, ...span }) => ({ paragraphe: numero, ...span }));
  const end = introductionEnd(texte, numbered[0] ?? { start: texte.length, section: [] });
  const introduction = { paragraphe: null, section: [], start: 0, end };
  return end === 0 ? numbered : [introduction, ...numbered];
}

/** Where the text before the first paragraph ends, without the headings of that paragraph. */
function introductionEnd(texte: string, first: Pick<Unit, "start" | "section">): number {
  const before = texte.slice(0, first.start).trimEnd();
  return first.section.reduceRight(
    (text, heading) => (text.endsWith(heading) ? text.slice(0, -heading.length).trimEnd() : text),
    before,
  ).length;
}

function groupParagraphs(units: readonly Unit[]): Unit[] {
  const groups: Unit[] = [];
  for (const unit of units) {
    const last = groups.at(-1);
    if (last !== undefined && isTogether(last, unit)) groups.splice(-1, 1, { ...last, end: unit.end });
    else groups.push(unit);
  }
  return groups;
}

function isTogether(group: Unit, next: Unit): boolean {
  const isNear = next.end - group.start <= MAX_PASSAGE_LENGTH;
  return isNear && group.paragraphe !== null && wideHeadings(group) === wideHeadings(next);
}

function wideHeadings({ section }: Unit): string {
  return section.slice(0, PARTING_LEVELS).join("\n");
}

function cutUnit(texte: string, { start, end, ...unit }: Unit): PassageSpan[] {
  const whole = { start, end, tableStart: null, tableEnd: null };
  const pieces =
    end - start <= MAX_PASSAGE_LENGTH ? [whole] : cutLongText(texte, start, end, MAX_PASSAGE_LENGTH);
  return pieces.map((piece) => ({ ...unit, ...piece }));
}

/** A piece of a long text; with the table's caption and header row, if it begins further down in a table. */
interface Piece {
  readonly start: number;
  readonly end: number;
  readonly tableStart: number | null;
  readonly tableEnd: number | null;
}

/**
 * Cuts `texte` from `start` to `end` into pieces of at most `maxLength` characters, the repeated head of a table
 * included: between sentences, lines or table rows, and between words where one of them is longer than that.
 */
function cutLongText(texte: string, start: number, end: number, maxLength: number): Piece[] {
  const tables = findTables(texte, start, end);
  const breaks = [...breaksOf(texte, start, end, tables), end];
  const pieces: Piece[] = [];
  for (let from = start; from < end; ) {
    const head = headAt(tables, from, maxLength);
    const to = from + maxLength - (head === null ? 0 : head.headEnd - head.start);
    const next = breaks.findLast((offset) => offset > from && offset <= to) ?? wordBreak(texte, from, to);
    const piece = { start: from, end: from + texte.slice(from, next).trimEnd().length };
    pieces.push({ ...piece, tableStart: head?.start ?? null, tableEnd: head?.headEnd ?? null });
    from = next;
  }
  return pieces;
}

/** Where a sentence or a line starts; inside a table, only lines. */
function breaksOf(texte: string, start: number, end: number, tables: readonly Table[]): number[] {
  return sentenceStarts(texte, start + 1, end - 1).filter(
    (offset) =>
      texte.charAt(offset - 1) === "\n" ||
      !tables.some((table) => offset > table.start && offset < table.end),
  );
}

/** The table that continues at an offset, unless its head would take more than half of the piece. */
function headAt(tables: readonly Table[], offset: number, maxLength: number): Table | null {
  const table = tables.find(({ headEnd, end }) => offset >= headEnd && offset < end);
  return table !== undefined && table.headEnd - table.start <= maxLength / 2 ? table : null;
}

/** The start of the last word that begins before or at `to`, or `to` itself in a text without spaces. */
function wordBreak(texte: string, from: number, to: number): number {
  const space = texte.lastIndexOf(" ", to - 1);
  return space > from ? space + 1 : to;
}

/** A table in a plain text: a block without blank lines, its caption first if any, then its rows. */
interface Table {
  readonly start: number;
  readonly headEnd: number;
  readonly end: number;
}

/** Separates the cells of a row in derived text (`parse/writer.ts`). */
const CELL_SEPARATOR = " | ";

function findTables(texte: string, start: number, end: number): Table[] {
  const tables: Table[] = [];
  for (let from = start; from < end; ) {
    const to = blockEnd(texte, from, end);
    const table = tableOf(texte, from, to);
    if (table !== null) tables.push(table);
    from = to + 2;
  }
  return tables;
}

function blockEnd(texte: string, from: number, end: number): number {
  const blank = texte.indexOf("\n\n", from);
  return blank === -1 || blank > end ? end : blank;
}

function tableOf(texte: string, start: number, end: number): Table | null {
  const separator = texte.slice(start, end).indexOf(CELL_SEPARATOR);
  if (separator === -1) return null;
  const headEnd = texte.indexOf("\n", start + separator);
  // A single row has nothing below its header.
  return headEnd === -1 || headEnd >= end ? null : { start, headEnd, end };
}
