import { Parser } from "htmlparser2";
import { type ParagraphRange, readParagraphNumber, readReservedNumbers } from "../paragraphs/paragraphs.ts";

/** Class, in a document's stored HTML, of the paragraph with the number of a numbered paragraph (official format). */
export const NUMBER_CLASS = "numero-de-paragraphe-western";

/** Number of the § that a fragment targets (`#130_02`, `#130`); null without, or for a heading's (`#I._Champ_10`). */
export function placeNumber(href: string): string | null {
  return /#(\d{1,6})(?:_\d{1,6})?$/.exec(href)?.[1] ?? null;
}

const NAME = /^[\p{L}\d._:-]{1,120}$/u;

/** Whether stored HTML may use this id (`130_02`): a digit, first or with a sign, shadows nothing (DOM clobbering). */
export function isPlaceName(id: string): boolean {
  return NAME.test(id) && (/^\d/.test(id) || (/\d/.test(id) && /[_.-]/.test(id)));
}

// White space as HTML collapses it, and line separators. A lone space, by far the most frequent, is no match: it would
// be replaced by itself.
const WHITE_SPACE =
  /[\t\n\r\f\v\u0085\u2028\u2029][ \t\n\r\f\v\u0085\u2028\u2029]*| [ \t\n\r\f\v\u0085\u2028\u2029]+/g;

/** Collapses white space to single spaces; non-breaking spaces stay. */
export function collapse(text: string): string {
  return text.replace(WHITE_SPACE, " ");
}

/** What stored HTML is made of, in order: texts, numbers of §, and the starts and ends of all other elements. */
export type Block = TextBlock | NumberBlock | ElementBlock;

export interface TextBlock {
  readonly kind: "text";
  readonly text: string;
  /** Whether it begins a superscript, which may call a note. */
  readonly isRaised: boolean;
}

/** A paragraph of the class of numbers; both readings are null when it is none. */
export interface NumberBlock {
  readonly kind: "number";
  readonly id: string;
  readonly text: string;
  readonly content: readonly Block[];
  /** The § that begins. */
  readonly numero: string | null;
  /** Numbers kept for later §: they end the § before them. */
  readonly reserved: readonly ParagraphRange[] | null;
}

type Attributes = Readonly<Record<string, string>>;

/** What starts also ends, whatever the source. */
export interface ElementBlock {
  readonly kind: "start" | "end";
  readonly name: string;
  readonly attributes: Attributes;
  /** Level of a heading, 0 for other elements. */
  readonly level: number;
  /** All the words of a heading that ends. */
  readonly words: string;
  /** Where a table stands; null for one inside a cell of another. */
  readonly table: TablePlace | null;
}

export interface TablePlace {
  /** From 1, in the order of the document; a table inside a cell of another has none. */
  readonly rang: number;
  /** Number of the § that contains it; null outside. */
  readonly paragraphe: string | null;
  /** Headings above it, from the widest to the narrowest. */
  readonly section: readonly string[];
}

/** Reads a document's stored HTML: all that is told of it maps these blocks. Linear time; never throws. */
export function readBlocks(contenuHtml: string): readonly Block[] {
  const [blocks = []] = readBlocksInParts(contenuHtml, contenuHtml.length);
  return blocks;
}

/** `readBlocks`, so many characters at a time: its caller may give way between two parts, or stop. */
export function* readBlocksInParts(contenuHtml: string, characters: number): Generator<readonly Block[]> {
  const reader = new BlockReader();
  const parser = new Parser({
    onopentag: (name, attributes) => reader.open(name, attributes),
    ontext: (text) => reader.text(text),
    onclosetag: (name) => reader.close(name),
  });
  for (let start = 0; start < contenuHtml.length; start += characters) {
    parser.write(contenuHtml.slice(start, start + characters));
    if (start + characters >= contenuHtml.length) parser.end();
    yield reader.blocks.splice(0);
  }
}

const LEVELS: ReadonlyMap<string, number> = new Map([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, level]));
/** Elements whose content is no text of the document. */
const SILENT = new Set(["script", "style", "template", "textarea", "title", "iframe", "noscript", "xmp"]);

class BlockReader {
  readonly blocks: Block[] = [];
  #silence = 0;
  #number: { readonly id: string; text: string; readonly content: Block[] } | null = null;
  /** Words of the heading being read. */
  #heading: string | null = null;
  /** Headings in force, by increasing level. */
  #headings: readonly { readonly level: number; readonly title: string }[] = [];
  #paragraphe: string | null = null;
  #rang = 0;
  /** Whether the next text begins a superscript. */
  #isRaised = false;
  /** Places of the open tables, outermost first. */
  readonly #tables: (TablePlace | null)[] = [];

  open(name: string, attributes: Attributes): void {
    if (SILENT.has(name)) this.#silence += 1;
    if (this.#silence > 0) return;
    if (name === "p" && attributes["class"] === NUMBER_CLASS) {
      // A number inside another takes its place.
      this.#number = { id: attributes["id"] ?? "", text: "", content: this.#number?.content ?? [] };
      return;
    }
    const level = LEVELS.get(name) ?? 0;
    if (level > 0) this.#heading = "";
    if (name === "sup") this.#isRaised = true;
    const table = name === "table" ? this.#openTable() : null;
    this.#push({ kind: "start", name, attributes, level, words: "", table });
  }

  text(text: string): void {
    if (this.#silence > 0) return;
    if (this.#number !== null) this.#number.text += text;
    else if (this.#heading !== null) this.#heading += text;
    this.#push({ kind: "text", text, isRaised: this.#isRaised });
    this.#isRaised = false;
  }

  close(name: string): void {
    const isSilent = this.#silence > 0;
    if (SILENT.has(name)) this.#silence -= 1;
    if (isSilent) return;
    if (name === "p" && this.#number !== null) {
      this.#closeNumber(this.#number);
      return;
    }
    if (name === "sup") this.#isRaised = false;
    const level = LEVELS.get(name) ?? 0;
    const words = level > 0 ? this.#closeHeading(level) : "";
    const table = name === "table" ? (this.#tables.pop() ?? null) : null;
    this.#push({ kind: "end", name, attributes: {}, level, words, table });
  }

  #push(block: Block): void {
    (this.#number?.content ?? this.blocks).push(block);
  }

  #openTable(): TablePlace | null {
    const isInside = this.#tables.length > 0;
    if (!isInside) this.#rang += 1;
    const section = this.#headings.map(({ title }) => title);
    const place = isInside ? null : { rang: this.#rang, paragraphe: this.#paragraphe, section };
    this.#tables.push(place);
    return place;
  }

  #closeHeading(level: number): string {
    const words = this.#heading ?? "";
    this.#heading = null;
    const title = collapse(words).trim();
    if (title !== "")
      this.#headings = [...this.#headings.filter((heading) => heading.level < level), { level, title }];
    return words;
  }

  #closeNumber({ id, text, content }: Pick<NumberBlock, "id" | "text" | "content">): void {
    this.#number = null;
    const numero = readParagraphNumber(text);
    const reserved = numero === null ? readReservedNumbers(text) : null;
    if (numero !== null || reserved !== null) this.#paragraphe = numero;
    this.#push({ kind: "number", id, text, content, numero, reserved });
  }
}
