import { Parser } from "htmlparser2";
import { readParagraphNumber, readReservedNumbers } from "../../../bofip/paragraphs/paragraph-number.ts";
import { NUMBER_CLASS } from "../../../bofip/text/contenu-html.ts";

type Attributes = Readonly<Record<string, string>>;

/**
 * Cuts the HTML of a numbered paragraph from that of its document: from after its number to the next one, without the
 * headings before and after its body. The result is balanced, whatever elements cross its bounds. Empty when no
 * paragraph of that number has a body.
 */
export function paragraphHtml(contenuHtml: string, numero: string): string {
  const cutter = new ParagraphCutter(numero);
  const parser = new Parser({
    onopentag: (name, attributes) => cutter.open(name, attributes),
    ontext: (chunk) => cutter.text(chunk),
    onclosetag: (name) => cutter.close(name),
  });
  parser.end(contenuHtml);
  return cutter.result();
}

/** Elements without an end tag. */
const VOID = new Set(["br", "img"]);

class ParagraphCutter {
  #isInside = false;
  readonly #parts: string[] = [];
  /** Names of the elements opened since the paragraph began. */
  readonly #open: string[] = [];
  /** Text of the number being read. */
  #number: string | null = null;
  #headingDepth = 0;
  /** What is kept so far: up to the end of the body, with the end tags that it lacks. */
  #body = { length: 0, ends: "" };

  constructor(private readonly numero: string) {}

  open(name: string, attributes: Attributes): void {
    if (name === "p" && attributes["class"] === NUMBER_CLASS) {
      this.#number = "";
      return;
    }
    if (isHeading(name)) this.#headingDepth += 1;
    if (!this.#isWriting()) return;
    this.#parts.push(startTag(name, attributes));
    if (!VOID.has(name)) this.#open.push(name);
  }

  text(chunk: string): void {
    if (this.#number !== null) this.#number += chunk;
    else if (this.#isWriting()) this.#write(chunk);
  }

  close(name: string): void {
    if (this.#number !== null) {
      if (name === "p") this.#closeNumber(this.#number);
      return;
    }
    const isWriting = this.#isWriting();
    if (isHeading(name)) this.#headingDepth -= 1;
    if (!isWriting || this.#open.at(-1) !== name) return;
    this.#open.pop();
    this.#parts.push(`</${name}>`);
    if (!isHeading(name)) this.#keep();
  }

  result(): string {
    return (this.#parts.slice(0, this.#body.length).join("") + this.#body.ends).trim();
  }

  /** Headings before the body are not part of it. */
  #isWriting(): boolean {
    return this.#isInside && (this.#headingDepth === 0 || this.#body.length > 0);
  }

  #write(chunk: string): void {
    this.#parts.push(Bun.escapeHTML(chunk));
    if (this.#headingDepth === 0 && chunk.trim() !== "") this.#keep();
  }

  #keep(): void {
    const ends = this.#open.toReversed().map((name) => `</${name}>`);
    this.#body = { length: this.#parts.length, ends: ends.join("") };
  }

  #closeNumber(text: string): void {
    this.#number = null;
    const numero = readParagraphNumber(text);
    if (numero !== null || readReservedNumbers(text) !== null)
      this.#isInside = numero === this.numero && this.#body.length === 0;
    else if (this.#isWriting()) this.#write(text);
  }
}

function isHeading(name: string): boolean {
  return /^h[1-6]$/.test(name);
}

function startTag(name: string, attributes: Attributes): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${Bun.escapeHTML(value)}"`);
  return `<${name}${written.join("")}>`;
}
