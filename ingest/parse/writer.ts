import { collapse } from "../../bofip/text/contenu-html.ts";

interface List {
  readonly ordered: boolean;
  /** Number of its last item. */
  items: number;
}

/**
 * Writes a document's plain text: blocks separated by a blank line, list items as « - … » indented by depth, a table's
 * rows as lines with cells separated by ` | `. Breaks wait for the next text: empty elements leave no trace.
 */
export class TextWriter {
  #texte = "";
  #newlines = 0;
  #space = false;
  #marker = "";
  #separators = "";
  #last = "";
  #rowHasText = false;
  #lists: List[] = [];
  #cellDepth = 0;
  #cells = 0;

  get texte(): string {
    return this.#texte;
  }

  /** UTF-16 length of what is written so far. */
  get length(): number {
    return this.#texte.length;
  }

  /** Writes text; returns the offset where it starts (its list marker included), or null if it was empty. */
  write(chunk: string): number | null {
    const text = collapse(chunk);
    const fresh = this.#newlines > 0 || this.#texte === "";
    const body = text.replace(fresh ? /^[ \u00a0]+/ : /^ /, "");
    if (body === "") {
      this.#space ||= text !== "";
      return null;
    }
    const spaced = this.#space || body.length < text.length;
    const start = this.#startText(fresh, spaced);
    this.#space = body.endsWith(" ");
    this.#last = this.#space ? body.slice(0, -1) : body;
    this.#texte += this.#last;
    this.#rowHasText = true;
    return start;
  }

  /** The last words written. */
  get last(): string {
    return this.#last;
  }

  /** Ends the line; inside a table cell, where a row is one line, only separates the words. */
  line(): void {
    this.#break(1);
  }

  /** Ends the block: a blank line follows, or only a new line inside a list. */
  block(): void {
    this.#break(this.#lists.length > 0 ? 1 : 2);
  }

  /** @param first number of its first item. */
  openList(ordered: boolean, first = 1): void {
    this.block();
    this.#lists.push({ ordered, items: first - 1 });
  }

  closeList(): void {
    this.#lists.pop();
    this.#marker = "";
    this.block();
  }

  /** @param number its own, when it does not follow the item before it. */
  openItem(number?: number): void {
    this.line();
    const list = this.#lists.at(-1);
    if (list) list.items = number ?? list.items + 1;
    this.#marker = list?.ordered ? `${list.items}. ` : "- ";
  }

  openRow(): void {
    if (this.#cellDepth > 0) return;
    this.line();
    this.#cells = 0;
    this.#separators = "";
    this.#rowHasText = false;
  }

  /** Ends a row; its last cells keep their columns when it has text. Returns whether anything was written. */
  closeRow(): boolean {
    const isWritten = this.#cellDepth === 0 && this.#rowHasText && this.#separators !== "";
    if (isWritten) {
      this.#texte += this.#separators;
      this.#separators = "";
    }
    this.line();
    return isWritten;
  }

  openCell(): void {
    this.#space = true;
    if (this.#cellDepth === 0) {
      if (this.#cells > 0) this.#separators += " |";
      this.#cells += 1;
    }
    this.#cellDepth += 1;
  }

  closeCell(): void {
    this.#space = true;
    this.#cellDepth -= 1;
  }

  closeTable(): void {
    if (this.#cellDepth === 0) this.#separators = "";
    this.block();
  }

  #break(newlines: number): void {
    if (this.#cellDepth > 0) this.#space = true;
    else this.#newlines = Math.max(this.#newlines, newlines);
  }

  #startText(fresh: boolean, spaced: boolean): number {
    if (this.#texte !== "") this.#texte += "\n".repeat(this.#newlines);
    const start = this.#texte.length;
    const indent = "  ".repeat(this.#lists.length);
    const lead = this.#marker === "" ? indent : indent.slice(2) + this.#marker;
    const bars = this.#separators === "" ? "" : `${this.#separators} `;
    if (fresh) this.#texte += lead + bars.trimStart();
    else if (bars !== "") this.#texte += bars + this.#marker;
    else if (spaced) this.#texte += ` ${this.#marker}`;
    this.#newlines = 0;
    this.#marker = "";
    this.#separators = "";
    return fresh ? start : this.#texte.length;
  }
}
