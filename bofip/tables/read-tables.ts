import { isNoteMark } from "../text/characters.ts";
import {
  type Block,
  collapse,
  type ElementBlock,
  type NumberBlock,
  readBlocks,
  type TablePlace,
  type TextBlock,
} from "../text/contenu-html.ts";

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

/** A table of a document, and where it stands. */
export interface DocumentTable extends TablePlace, TableContent {}

/** The tables of a document's stored HTML. */
export function readTables(blocks: readonly Block[]): readonly DocumentTable[] {
  const reader = new TableReader();
  for (const block of blocks) reader.take(block);
  return reader.tables;
}

/** `readTables` for a caller that gives the blocks in turns. */
export class TableReader {
  readonly tables: DocumentTable[] = [];
  #builder: TableBuilder | null = null;

  take(block: Block): void {
    const place = block.kind === "start" || block.kind === "end" ? block.table : null;
    if (place === null) this.#builder?.take(block);
    else if (block.kind === "start") this.#builder = new TableBuilder();
    else if (this.#builder !== null) {
      this.tables.push({ ...place, ...this.#builder.result() });
      this.#builder = null;
    }
  }
}

/** How many tables each § of a document's stored HTML has, by its number; those outside of § under null. */
export function countTables(contenuHtml: string): ReadonlyMap<string | null, number> {
  const counts = new Map<string | null, number>();
  // Nothing is read after the start of the last table: most documents have none.
  const end = contenuHtml.indexOf(">", contenuHtml.lastIndexOf("<table"));
  for (const block of readBlocks(contenuHtml.slice(0, end + 1))) {
    if (block.kind !== "start" || block.table === null) continue;
    const { paragraphe } = block.table;
    counts.set(paragraphe, (counts.get(paragraphe) ?? 0) + 1);
  }
  return counts;
}

/** Its header rows at the top: those that the source marks; the first of several rows when it marks none. */
export function countHeaderRows({ entetes, entetePresumee, lignes }: TableContent): number {
  return entetePresumee && lignes.length > 1 ? 1 : entetes;
}

/** What names a table, without its cells. */
export interface ListedTable extends Pick<DocumentTable, "rang" | "paragraphe" | "section" | "titre"> {
  /** Texts of its header cells, each once; of a table that marks none, those of its first row. */
  readonly intitules: readonly string[];
  /** Number of its rows. */
  readonly lignes: number;
}

/** Enough to find a table by its headers; a table of names may mark thousands of cells. */
const MOST_HEADERS = 100;

/** What names each table of a document's stored HTML, in order. */
export function listTables(blocks: readonly Block[]): ListedTable[] {
  return readTables(blocks).map((table) => ({
    rang: table.rang,
    paragraphe: table.paragraphe,
    section: table.section,
    titre: table.titre,
    intitules: headersOf(table),
    lignes: table.lignes.length,
  }));
}

function headersOf({ lignes, entetePresumee }: DocumentTable): string[] {
  const cells = entetePresumee ? (lignes[0] ?? []) : lignes.flat().filter(({ entete }) => entete);
  return [...new Set(cells.map(({ texte }) => texte))].filter((texte) => texte !== "").slice(0, MOST_HEADERS);
}

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

const BREAKS = new Set([
  ...["br", "p", "div", "ul", "ol", "li", "table", "caption", "tr"],
  ...["h1", "h2", "h3", "h4", "h5", "h6"],
]);

/** Builds a table from the blocks between its start and its end; a table inside one of its cells is words of that cell. */
class TableBuilder {
  readonly #rows: ReadRow[] = [];
  #caption: BlockText | null = null;
  /** Where the words go; null between two cells, where a browser shows none. */
  #text: BlockText | null = null;
  #row: ReadRow | null = null;
  #part: Part = "body";
  /** Index of the first row of that part: no cell spans beyond its own part. */
  #partStart = 0;
  #inner = 0;

  take(block: Block): void {
    if (block.kind === "text") this.#text?.write(block);
    else if (block.kind === "number") this.#takeNumber(block);
    else if (block.kind === "start") this.#open(block);
    else this.#close(block.name);
  }

  /** The number of a § that begins in a cell is words of that cell. */
  #takeNumber({ content }: NumberBlock): void {
    this.#text?.part("p");
    for (const block of content) this.take(block);
    this.#text?.part("p");
  }

  #open({ name, attributes }: ElementBlock): void {
    const part = PARTS.get(name);
    if (name === "table") this.#inner += 1;
    if (this.#inner > 0) this.#text?.part(name);
    else if (name === "caption") this.#openCaption();
    else if (part !== undefined) this.#openPart(part);
    else if (name === "tr") this.#row = this.#openRow();
    else if (name === "td" || name === "th") this.#openCell(name, attributes);
    else this.#text?.part(name);
  }

  #close(name: string): void {
    if (this.#inner > 0) this.#text?.part(name);
    else if (PARTS.has(name)) this.#openPart("body");
    else if (name === "tr") this.#row = null;
    else if (name === "td" || name === "th" || name === "caption") this.#text = null;
    else this.#text?.part(name);
    if (name === "table") this.#inner -= 1;
  }

  result(): TableContent {
    this.#openPart("body");
    const isFoot = ({ part }: ReadRow) => part === "foot";
    const rows = [...this.#rows.filter((row) => !isFoot(row)), ...this.#rows.filter(isFoot)];
    return {
      titre: this.#caption?.onOneLine() || null,
      entetes: headerRows(rows),
      entetePresumee: rows.every(
        ({ part, cells }) => part !== "head" && !cells.some(({ isMarked }) => isMarked),
      ),
      lignes: rows.map(({ part, cells }) =>
        cells.map((cell) => ({
          texte: cell.text.lines(),
          hauteur: cell.hauteur,
          largeur: cell.largeur,
          entete: cell.isMarked || part === "head",
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

  #openCell(name: string, { rowspan, colspan }: ElementBlock["attributes"]): void {
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
  const end = rows.findIndex((row) => !(hasHead ? row.part === "head" : isOfHeaders(row)));
  return end === -1 ? rows.length : end;
}

function isOfHeaders({ cells }: ReadRow): boolean {
  const isCorner = ({ text }: ReadCell, index: number) => index === 0 && text.lines() === "";
  return (
    cells.some(({ isMarked }) => isMarked) &&
    cells.every((cell, index) => cell.isMarked || isCorner(cell, index))
  );
}

/** The words of a cell or of a caption. */
class BlockText {
  #written = "";

  write({ text, isRaised }: TextBlock): void {
    const isNote = isRaised && isNoteMark(this.#written, text);
    this.#written += (isNote ? " " : "") + collapse(text);
  }

  /** An element starts or ends. */
  part(name: string): void {
    if (BREAKS.has(name)) this.#written += "\n";
    else if (name === "td" || name === "th") this.#written += " ";
  }

  lines(): string {
    const lines = this.#written.split("\n").map((line) => line.replace(/ +/g, " ").trim());
    return lines.filter((line) => line !== "").join("\n");
  }

  onOneLine(): string {
    return this.lines().replaceAll("\n", " ");
  }
}
