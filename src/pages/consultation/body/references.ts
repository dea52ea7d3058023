import {
  documentOfLink,
  findMentions,
  type LinkTarget,
  NEAR_LENGTH,
  openDocumentLink,
  openOtherLink,
  paragraphNear,
} from "./links.ts";

/**
 * Writes the text and the links of a document: identifiers lead to the pages of their documents, at the § that the
 * words around them name. A link's tag is set when its words, and the words that follow it, are known.
 */
export class ReferenceWriter {
  /** The last words of the block. */
  #before = "";
  #open: { readonly href: string; readonly index: number; words: string } | null = null;
  /** A link whose § may be in the words that follow it. */
  #last: { readonly index: number; readonly target: LinkTarget } | null = null;

  constructor(
    private readonly parts: string[],
    private readonly find: (boiId: string) => LinkTarget | null,
  ) {}

  write(text: string): void {
    if (this.#open === null) {
      this.#pointLast(text);
      this.#writeMentions(text);
    } else {
      this.#open.words += text;
      this.parts.push(Bun.escapeHTML(text));
    }
    this.#before = (this.#before + text).slice(-NEAR_LENGTH);
  }

  openLink(href: string): void {
    this.closeLink();
    this.#open = { href, index: this.parts.push("") - 1, words: "" };
  }

  closeLink(): void {
    const link = this.#open;
    this.#open = null;
    if (link === null) return;
    const boiId = documentOfLink(link.href, link.words);
    const target = boiId === null ? null : this.find(boiId);
    const numero = paragraphNear(this.#before.slice(0, -link.words.length || undefined), "");
    const tag = target === null ? openOtherLink(link.href) : openDocumentLink(target, numero);
    if (tag === null) return;
    this.parts[link.index] = tag;
    this.parts.push("</a>");
    if (target !== null && numero === null) this.#last = { index: link.index, target };
  }

  /** Words of one block tell nothing of the references of the next. */
  endBlock(): void {
    this.#before = "";
    this.#last = null;
  }

  #pointLast(after: string): void {
    const numero = this.#last === null ? null : paragraphNear("", after);
    if (this.#last !== null && numero !== null)
      this.parts[this.#last.index] = openDocumentLink(this.#last.target, numero);
    this.#last = null;
  }

  #writeMentions(text: string): void {
    let written = 0;
    for (const { boiId, start, end } of findMentions(text)) {
      const target = this.find(boiId);
      if (target === null) continue;
      const before = this.#before + text.slice(Math.max(0, start - NEAR_LENGTH), start);
      const numero = paragraphNear(before, text.slice(end, end + NEAR_LENGTH));
      this.parts.push(Bun.escapeHTML(text.slice(written, start)), openDocumentLink(target, numero));
      this.parts.push(Bun.escapeHTML(text.slice(start, end)), "</a>");
      written = end;
    }
    this.parts.push(Bun.escapeHTML(text.slice(written)));
  }
}
