import type { ParagraphRange } from "../../bofip/paragraphs/paragraphs.ts";
import { isNoteMark } from "../../bofip/text/characters.ts";
import {
  type Block,
  collapse,
  type ElementBlock,
  type NumberBlock,
  type TextBlock,
} from "../../bofip/text/contenu-html.ts";
import { TextWriter } from "./writer.ts";

/** A numbered paragraph (§), the unit that courts and professionals cite. */
export interface Paragraphe {
  readonly numero: string;
  /** Headings above its first text, from the widest to the narrowest. */
  readonly section: readonly string[];
  /** UTF-16 offsets of its body in the document's text; headings before the body are left out. */
  readonly start: number;
  readonly end: number;
}

/** A link of the document and the UTF-16 offsets of its words in the text. */
export interface Link {
  readonly href: string;
  readonly start: number;
  readonly end: number;
}

export interface ReadText {
  /** Plain text, without the numbers of §; all offsets are UTF-16 offsets into it. */
  readonly texte: string;
  readonly paragraphes: readonly Paragraphe[];
  /** Numbers reserved by the document for later §, in the order of the text. */
  readonly reserves: readonly ParagraphRange[];
  readonly links: readonly Link[];
  /** Where the first numbered heading begins; without any, where the first § ends; 0 without §. */
  readonly introductionEnd: number;
}

/** « I. Principe », « B. - Cas », « 1° Taux ». */
const NUMBERED_HEADING = /^(?:[IVXLC]+|[A-Za-z]|\d+)\s?[.°)\u2013-]/;

/**
 * Plain text, numbered paragraphs and links of sanitised HTML. The numbers are not in the text. A paragraph opens at its
 * number and runs to the next one; the number may precede the heading that it opens.
 */
export function readText(blocks: readonly Block[]): ReadText {
  const reader = new TextReader();
  for (const block of blocks) reader.take(block);
  return reader.result();
}

/** Elements around which the text is apart. */
const APART = new Set(["p", "div", "table", "caption", "h1", "h2", "h3", "h4", "h5", "h6"]);

type Open<Part extends { end: number }> = { -readonly [Key in keyof Part]: Part[Key] };

class TextReader {
  readonly #writer = new TextWriter();
  readonly #paragraphes: Paragraphe[] = [];
  readonly #reserves: ParagraphRange[] = [];
  readonly #links: Link[] = [];
  /** Headings in force, by increasing level. */
  #headings: readonly { readonly level: number; readonly title: string }[] = [];
  /** Text of the heading being read. */
  #heading: string | null = null;
  /** Where the words of that heading begin; null before the first. */
  #headingStart: number | null = null;
  #firstNumberedHeading: number | null = null;
  /** Number whose body has not begun yet. */
  #announced: string | null = null;
  #paragraphe: Open<Paragraphe> | null = null;
  /** The open links, outermost first. */
  readonly #openLinks: Open<Link>[] = [];

  take(block: Block): void {
    if (block.kind === "text") this.#text(block);
    else if (block.kind === "number") this.#readNumber(block);
    else if (block.kind === "start") this.#open(block);
    else this.#close(block);
  }

  result(): ReadText {
    this.#closeParagraphe();
    const links = this.#links.sort((a, b) => a.start - b.start);
    const introductionEnd = this.#firstNumberedHeading ?? this.#paragraphes[0]?.end ?? 0;
    const { texte } = this.#writer;
    return { texte, paragraphes: this.#paragraphes, reserves: this.#reserves, links, introductionEnd };
  }

  #open({ name, level, attributes: { href = "", start, value } }: ElementBlock): void {
    if (level > 0) this.#openHeading();
    if (name === "a") this.#openLinks.push({ href, start: -1, end: -1 });
    else if (name === "br") this.#lineBreak();
    else if (name === "ul") this.#writer.openList(false);
    else if (name === "ol") this.#writer.openList(true, start === undefined ? 1 : Number(start));
    else if (name === "li") this.#writer.openItem(value === undefined ? undefined : Number(value));
    else if (name === "tr") this.#writer.openRow();
    else if (name === "td" || name === "th") this.#writer.openCell();
    else if (APART.has(name)) this.#writer.block();
  }

  #text({ text, isRaised }: TextBlock): void {
    const isNote = isRaised && isNoteMark(this.#writer.last, text);
    this.#write(isNote ? ` ${text}` : text, this.#heading === null);
  }

  #close({ name, level }: ElementBlock): void {
    if (level > 0) this.#closeHeading(level);
    if (name === "a") this.#closeLink();
    else if (name === "ul" || name === "ol") this.#writer.closeList();
    else if (name === "tr") this.#closeRow();
    else if (name === "li" || name === "caption") this.#writer.line();
    else if (name === "td" || name === "th") this.#writer.closeCell();
    else if (name === "table") this.#writer.closeTable();
    else if (APART.has(name)) this.#writer.block();
  }

  #lineBreak(): void {
    if (this.#heading === null) this.#writer.line();
    else this.#write(" ", false);
  }

  #write(chunk: string, isBody: boolean): void {
    if (!isBody) this.#heading += chunk;
    const start = this.#writer.write(chunk);
    if (start === null) return;
    if (!isBody) this.#headingStart ??= start;
    if (isBody) this.#extendParagraphe(start);
    for (const link of this.#openLinks) {
      if (link.end < 0) link.start = start;
      link.end = this.#writer.length;
    }
  }

  #closeRow(): void {
    const isWritten = this.#writer.closeRow();
    if (isWritten && this.#paragraphe) this.#paragraphe.end = this.#writer.length;
  }

  #extendParagraphe(start: number): void {
    if (this.#announced !== null) {
      const section = this.#headings.map((heading) => heading.title);
      this.#paragraphe = { numero: this.#announced, section, start, end: start };
      this.#announced = null;
    }
    if (this.#paragraphe) this.#paragraphe.end = this.#writer.length;
  }

  #readNumber({ text, numero, reserved, content }: NumberBlock): void {
    for (const block of content) if (block.kind !== "text") this.take(block);
    this.#writer.block();
    if (numero === null && reserved === null) {
      this.#write(text, true);
      this.#writer.block();
      return;
    }
    this.#closeParagraphe();
    this.#announced = numero;
    this.#reserves.push(...(reserved ?? []));
  }

  #openHeading(): void {
    this.#heading = "";
    this.#headingStart = null;
  }

  #closeHeading(level: number): void {
    const title = collapse(this.#heading ?? "").trim();
    this.#heading = null;
    if (title === "") return;
    if (NUMBERED_HEADING.test(title)) this.#firstNumberedHeading ??= this.#headingStart;
    this.#headings = [...this.#headings.filter((heading) => heading.level < level), { level, title }];
  }

  #closeParagraphe(): void {
    if (this.#paragraphe) this.#paragraphes.push(this.#paragraphe);
    this.#paragraphe = null;
  }

  /** A link without words shows nothing; one inside this text leads to no other document. */
  #closeLink(): void {
    const link = this.#openLinks.pop();
    if (link !== undefined && link.end >= 0 && !link.href.startsWith("#")) this.#links.push(link);
  }
}
