import { isNoteMark } from "../text/characters.ts";

interface TableCell {
  /** Its words, a line for each of its blocks, list items and line breaks. */
  readonly texte: string;
  /** Rows that it spans, within those of its part of the table. */
  readonly hauteur: number;
  /** Columns that it spans. */
  readonly largeur: number;
  readonly entete: boolean;
}

/** A table as its source wrote it: each cell once, in the row that opens it. */
export interface TableContent {
  /** Its caption. */
  readonly titre: string | null;
  /** Number of header rows at its top, as the source marks them. */
  readonly entetes: number;
  /** Whether the source marks no header at all: its first row may be one. */
  readonly entetePresumee: boolean;
  /** Those of `tfoot` last, wherever the source has them. */
  readonly lignes: readonly (readonly TableCell[])[];
}

type Attributes = Readonly<Record<string, string>>;

interface ReadCell {
  readonly text: BlockText;
  hauteur: number;
  readonly largeur: number;
  /** Whether it is a `th`. */
  readonly isMarked: boolean;
}

type Part = "head" | "body" | "foot";

const PARTS: ReadonlyMap<string, Part> = new Map([
  ["thead", "head"],
  ["tbody", "body"],
  ["tfoot", "foot"],
]);

interface ReadRow {
  readonly part: Part;
  readonly cells: ReadCell[];
}

const BREAKS = new Set(["br", "p", "div", "ul", "ol", "li", "table", "caption", "tr"]);

/** Builds one table from parser events; a table inside one of its cells is words of that cell. */
export class TableBuilder {
  readonly #rows: ReadRow[] = [];
  #caption: BlockText | null = null;
  /** Where the words go; null between two cells, where a browser shows none. */
  #text: BlockText | null = null;
  #row: ReadRow | null = null;
  #part: Part = "body";
  /** Index of the first row of that part: no cell spans beyond its own part. */
  #partStart = 0;
  #inner = 0;

  open(name: string, attributes: Attributes): void {
    const part = PARTS.get(name);
    if (name === "table") this.#inner += 1;
    if (this.#inner > 0) this.#text?.openElement(name);
    else if (name === "caption") this.#openCaption();
    else if (part !== undefined) this.#openPart(part);
    else if (name === "tr") this.#row = this.#openRow();
    else if (name === "td" || name === "th") this.#openCell(name, attributes);
    else this.#text?.openElement(name);
  }

  write(chunk: string): void {
    this.#text?.write(chunk);
  }

  close(name: string): void {
    if (this.#inner > 0) this.#text?.closeElement(name);
    else if (PARTS.has(name)) this.#openPart("body");
    else if (name === "tr") this.#row = null;
    else if (name === "td" || name === "th" || name === "caption") this.#text = null;
    else this.#text?.closeElement(name);
    if (name === "table") this.#inner -= 1;
  }

  result(): TableContent {
    this.#openPart("body");
    const isFoot = ({ part }: ReadRow) => part === "foot";
    const rows = [...this.#rows.filter((row) => !isFoot(row)), ...this.#rows.filter(isFoot)];
    return {
      titre: this.#caption?.onOneLine() || null,
      entetes: headerRows(rows),
      entetePresumee: rows.every(({ part, cells }) => part !== "head" && !cells.some(isHeader)),
      lignes: rows.map(({ part, cells }) =>
        cells.map((cell) => ({
          texte: cell.text.lines(),
          hauteur: cell.hauteur,
          largeur: cell.largeur,
          entete: isHeader(cell) || part === "head",
        })),
      ),
    };
  }

  #openCaption(): void {
    this.#text = new BlockText();
    this.#caption ??= this.#text;
  }

  /** Ends the part before; rows outside of any part make one of their own. */
  #openPart(part: Part): void {
    this.#rows.slice(this.#partStart).forEach(({ cells }, index, { length }) => {
      for (const cell of cells) cell.hauteur = Math.min(cell.hauteur, length - index);
    });
    this.#partStart = this.#rows.length;
    this.#part = part;
    this.#row = null;
    this.#text = null;
  }

  #openRow(): ReadRow {
    const row = { part: this.#part, cells: [] };
    this.#rows.push(row);
    this.#text = null;
    return row;
  }

  #openCell(name: string, { rowspan, colspan }: Attributes): void {
    this.#row ??= this.#openRow();
    this.#text = new BlockText();
    this.#row.cells.push({
      text: this.#text,
      // As HTML has it, 0 is down to the end of the part.
      hauteur: rowspan === "0" ? Number.POSITIVE_INFINITY : spanOf(rowspan),
      largeur: spanOf(colspan),
      isMarked: name === "th",
    });
  }
}

function spanOf(written = "1"): number {
  return /^[1-9]\d{0,2}$/.test(written) ? Number(written) : 1;
}

/** The rows of `thead`; else those at the top whose cells are all `th`, but for an empty corner. */
function headerRows(rows: readonly ReadRow[]): number {
  const hasHead = rows.some(({ part }) => part === "head");
  return countWhile(rows, hasHead ? ({ part }) => part === "head" : isOfHeaders);
}

function isOfHeaders({ cells }: ReadRow): boolean {
  const isCorner = ({ text }: ReadCell, index: number) => index === 0 && text.lines() === "";
  return cells.some(isHeader) && cells.every((cell, index) => isHeader(cell) || isCorner(cell, index));
}

function isHeader({ isMarked }: ReadCell): boolean {
  return isMarked;
}

function countWhile(rows: readonly ReadRow[], isCounted: (row: ReadRow) => boolean): number {
  const end = rows.findIndex((row) => !isCounted(row));
  return end === -1 ? rows.length : end;
}

/** White space as HTML collapses it; non-breaking spaces are text. A lone space would be replaced by itself. */
const WHITE_SPACE = /[\t\n\r\f\v\u0085\u2028\u2029]/g;

/** The words of a cell or of a caption. */
class BlockText {
  #written = "";
  #isRaised = false;

  openElement(name: string): void {
    if (name === "sup") this.#isRaised = true;
    else this.#part(name);
  }

  closeElement(name: string): void {
    if (name === "sup") this.#isRaised = false;
    else this.#part(name);
  }

  write(chunk: string): void {
    const isNote = this.#isRaised && isNoteMark(this.#written, chunk);
    this.#isRaised = false;
    this.#written += (isNote ? " " : "") + chunk.replace(WHITE_SPACE, " ");
  }

  lines(): string {
    const lines = this.#written.split("\n").map((line) => line.replace(/ +/g, " ").trim());
    return lines.filter((line) => line !== "").join("\n");
  }

  onOneLine(): string {
    return this.lines().replaceAll("\n", " ");
  }

  #part(name: string): void {
    if (BREAKS.has(name) || /^h[1-6]$/.test(name)) this.#written += "\n";
    else if (name === "td" || name === "th") this.#written += " ";
  }
}
