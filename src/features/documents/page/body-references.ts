import { type FindArticle, findArticleLinks, type PlacedLink } from "./body-articles.ts";
import { type FindLaw, findLawLinks } from "./body-law.ts";
import {
  documentOfLink,
  findMentions,
  type LinkTarget,
  NEAR_LENGTH,
  openDocumentLink,
  openOtherLink,
  paragraphNear,
} from "./body-links.ts";

interface LinkTargets {
  readonly find: (boiId: string) => LinkTarget | null;
  readonly findArticle: FindArticle;
  /** Null when the document cites nothing that has a key: its text is then not read for it. */
  readonly findLaw: FindLaw | null;
}

/** A span of a text, and the opening tag of its link. */
interface Link {
  readonly start: number;
  readonly end: number;
  readonly tag: string;
}

/**
 * Writes the text and the links of a document: identifiers link to the pages of their documents, at the § that the
 * surrounding words name, and articles to theirs. A link's tag is written once its words, and the words after it, are
 * known.
 */
export class ReferenceWriter {
  /** The last words of the block. */
  #before = "";
  #open: { readonly href: string; readonly index: number; words: string } | null = null;
  /** A link whose § may be in the words that follow it. */
  #last: { readonly index: number; readonly target: LinkTarget } | null = null;

  constructor(
    private readonly parts: string[],
    private readonly targets: LinkTargets,
  ) {}

  write(text: string): void {
    if (this.#open === null) {
      this.#pointLast(text);
      this.#writeMentions(text);
    } else {
      this.#open.words += text;
      this.parts.push(textMarkup(text));
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
    const target = boiId === null ? null : this.targets.find(boiId);
    const numero = paragraphNear(this.#before.slice(0, -link.words.length || undefined), "");
    const tag = target === null ? openOtherLink(link.href) : openDocumentLink(target, numero);
    if (tag === null) return;
    this.parts[link.index] = tag;
    this.parts.push("</a>");
    if (target !== null && numero === null) this.#last = { index: link.index, target };
  }

  /** The words of a block don't qualify the references of the next one. */
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
    const links = [...this.#documentLinks(text), ...this.#lawLinks(text)];
    let written = 0;
    for (const { start, end, tag } of links.toSorted((one, other) => one.start - other.start)) {
      if (start < written) continue;
      this.parts.push(
        textMarkup(text.slice(written, start)),
        tag,
        textMarkup(text.slice(start, end)),
        "</a>",
      );
      written = end;
    }
    this.parts.push(textMarkup(text.slice(written)));
  }

  #lawLinks(text: string): Link[] {
    const { findArticle, findLaw } = this.targets;
    const links: PlacedLink[] = findArticleLinks(text, findArticle);
    if (findLaw !== null) links.push(...findLawLinks(text, findLaw));
    return links.map(({ path, ...place }) => ({ ...place, tag: `<a href="${Bun.escapeHTML(path)}">` }));
  }

  #documentLinks(text: string): Link[] {
    return findMentions(text).flatMap(({ boiId, start, end }) => {
      const target = this.targets.find(boiId);
      if (target === null) return [];
      const before = this.#before + text.slice(Math.max(0, start - NEAR_LENGTH), start);
      const numero = paragraphNear(before, text.slice(end, end + NEAR_LENGTH));
      return [{ start, end, tag: openDocumentLink(target, numero) }];
    });
  }
}

/** Text as HTML, with identifiers that never break across lines. */
function textMarkup(text: string): string {
  let html = "";
  let written = 0;
  for (const { start, end } of findMentions(text)) {
    const identifier = Bun.escapeHTML(text.slice(start, end));
    html += `${Bun.escapeHTML(text.slice(written, start))}<span class="whole">${identifier}</span>`;
    written = end;
  }
  return html + Bun.escapeHTML(text.slice(written));
}
