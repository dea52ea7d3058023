/** A table in a plain text: a block without blank lines, its caption first if any, then its rows. */
export interface Table {
  readonly start: number;
  /** End of the header row. */
  readonly headEnd: number;
  readonly end: number;
}

/** Separates the cells of a row in derived text (`parse/writer.ts`). */
const CELL_SEPARATOR = " | ";

/** The tables that begin between two offsets of a derived text. */
export function findTables(texte: string, start: number, end: number): Table[] {
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
