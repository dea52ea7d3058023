import { sentenceStarts } from "../../../search/fulltext/excerpt/sentences.ts";
import { findTables, type Table } from "./tables.ts";

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
export function cutLongText(texte: string, start: number, end: number, maxLength: number): Piece[] {
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
