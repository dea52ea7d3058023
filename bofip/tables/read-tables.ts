import { Parser } from "htmlparser2";
import { readParagraphNumber, readReservedNumbers } from "../paragraphs/paragraphs.ts";
import { NUMBER_CLASS } from "../text/contenu-html.ts";
import { TableBuilder, type TableContent } from "./table-builder.ts";

/** A table of a document, and where it stands. */
export interface DocumentTable extends TablePlace, TableContent {
  /** From 1, in the order of the document; a table inside a cell of another has none. */
  readonly rang: number;
}

/** The tables of a document's stored HTML, in one pass; linear time, never throws. */
export function readTables(contenuHtml: string): readonly DocumentTable[] {
  if (!hasTables(contenuHtml)) return [];
  const { parser, tables } = openTableReader();
  parser.end(contenuHtml);
  return tables;
}

/** `readTables` for a caller that feeds the parser, a part at a time; the tables are there at its end. */
export function openTableReader(): { readonly parser: Parser; readonly tables: readonly DocumentTable[] } {
  const tables: DocumentTable[] = [];
  const places = new TablePlaces();
  let builder = new TableBuilder();
  let { place } = places;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (places.depth > 0) builder.open(name, attributes);
      places.open(name, attributes);
      if (name !== "table" || places.depth > 1) return;
      builder = new TableBuilder();
      place = places.place;
    },
    ontext(chunk) {
      places.text(chunk);
      if (places.depth > 0) builder.write(chunk);
    },
    onclosetag(name) {
      places.close(name);
      if (places.depth > 0) builder.close(name);
      else if (name === "table") tables.push({ rang: tables.length + 1, ...place, ...builder.result() });
    },
  });
  return { parser, tables };
}

/** How many tables each § of a document's stored HTML has, by its number; those outside of § under null. */
export function countTables(contenuHtml: string): ReadonlyMap<string | null, number> {
  const counts = new Map<string | null, number>();
  if (!hasTables(contenuHtml)) return counts;
  const places = new TablePlaces();
  const parser = new Parser({
    onopentag(name, attributes) {
      places.open(name, attributes);
      if (name !== "table" || places.depth > 1) return;
      const { paragraphe } = places.place;
      counts.set(paragraphe, (counts.get(paragraphe) ?? 0) + 1);
    },
    ontext: (chunk) => places.text(chunk),
    onclosetag: (name) => places.close(name),
  });
  parser.end(contenuHtml);
  return counts;
}

/** Its header rows at the top: those that the source marks; the first of several rows when it marks none. */
export function countHeaderRows({ entetes, entetePresumee, lignes }: TableContent): number {
  return entetePresumee && lignes.length > 1 ? 1 : entetes;
}

/** Most documents have none, and need no parser. */
function hasTables(contenuHtml: string): boolean {
  return contenuHtml.includes("<table");
}

interface TablePlace {
  /** Number of the § that contains it; null outside. */
  readonly paragraphe: string | null;
  /** Headings above it, from the widest to the narrowest. */
  readonly section: readonly string[];
}

interface Heading {
  readonly level: number;
  readonly title: string;
}

const HEADING = /^h[1-6]$/;

/** Follows, by parser events, where the reading of a document's stored HTML is: its §, its headings, its tables. */
class TablePlaces {
  /** How many tables are open, one inside the other. */
  depth = 0;
  #headings: readonly Heading[] = [];
  #paragraphe: string | null = null;
  /** Text of the heading, or of the number, being read. */
  #heading: string | null = null;
  #number: string | null = null;

  get place(): TablePlace {
    return { paragraphe: this.#paragraphe, section: this.#headings.map(({ title }) => title) };
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === "table") this.depth += 1;
    else if (name === "p" && attributes["class"] === NUMBER_CLASS) this.#number = "";
    else if (HEADING.test(name)) this.#heading = "";
  }

  text(chunk: string): void {
    if (this.#number !== null) this.#number += chunk;
    else if (this.#heading !== null) this.#heading += chunk;
  }

  close(name: string): void {
    if (name === "table") this.depth -= 1;
    else if (name === "p" && this.#number !== null) this.#closeNumber(this.#number);
    else if (this.#heading !== null && HEADING.test(name)) this.#closeHeading(Number(name[1]), this.#heading);
  }

  #closeHeading(level: number, text: string): void {
    const title = text.replace(/[\t\n\r\f\v\u0085\u2028\u2029 ]+/g, " ").trim();
    this.#heading = null;
    if (title !== "")
      this.#headings = [...this.#headings.filter((heading) => heading.level < level), { level, title }];
  }

  /** A number opens its §; reserved ones end the § before them. */
  #closeNumber(text: string): void {
    this.#number = null;
    const numero = readParagraphNumber(text);
    if (numero !== null || readReservedNumbers(text) !== null) this.#paragraphe = numero;
  }
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
export function listTables(contenuHtml: string): ListedTable[] {
  return readTables(contenuHtml).map((table) => ({
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

interface Spanning {
  readonly hauteur: number;
  readonly largeur: number;
}

/** Cells, spans repeated: no table of the doctrine comes near; more is a fault of the source. */
const MAX_SLOTS = 100_000;

/**
 * Spreads cells over rows and columns as HTML does, each in every place that it spans; rows are of one length, null
 * where no cell is. Null beyond 100,000 places. `rows`: cells by the row that opens them; none spans beyond the last.
 */
export function spreadCells<Cell extends Spanning>(
  rows: readonly (readonly Cell[])[],
): (readonly (Cell | null)[])[] | null {
  const grid: (Cell | undefined)[][] = rows.map(() => []);
  let slots = 0;
  for (const [index, row] of rows.entries()) {
    let column = 0;
    for (const cell of row) {
      slots += cell.hauteur * cell.largeur;
      if (slots > MAX_SLOTS) return null;
      while (grid[index]?.[column] !== undefined) column += 1;
      fill(grid.slice(index, index + cell.hauteur), column, cell);
      column += cell.largeur;
    }
  }
  const width = Math.max(0, ...grid.map(({ length }) => length));
  if (width * rows.length > MAX_SLOTS) return null;
  return grid.map((row) => Array.from({ length: width }, (_, column) => row[column] ?? null));
}

/** Where two cells overlap, the first one stays. */
function fill<Cell extends Spanning>(rows: (Cell | undefined)[][], start: number, cell: Cell): void {
  for (const row of rows) {
    for (let column = start; column < start + cell.largeur; column += 1) row[column] ??= cell;
  }
}
