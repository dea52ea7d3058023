import { Parser } from "htmlparser2";
import { readParagraphNumber, readReservedNumbers } from "../paragraphs/paragraph-number.ts";
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

/** The same for a caller that feeds the parser, a part at a time; the tables are there at its end. */
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

/** Where a table stands in its document. */
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
