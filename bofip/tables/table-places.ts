import { readParagraphNumber, readReservedNumbers } from "../paragraphs/paragraph-number.ts";
import { NUMBER_CLASS } from "../text/contenu-html.ts";

/** Where a table stands in its document. */
export interface TablePlace {
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
export class TablePlaces {
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
