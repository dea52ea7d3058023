import { readCitations } from "../../../bofip/citations/read-citations.ts";
import { findIdentifiers, readPermalink, splitIdentifier } from "../../../bofip/identifiers/identifier.ts";
import { listMentions } from "../../../bofip/law/cited/entries.ts";
import type { CitedKind } from "../../../bofip/law/cited/keys.ts";
import { readCitedLaw } from "../../../bofip/law/cited/read-cited-law.ts";
import { type Mention as ArticleMention, readMentions } from "../../../bofip/law/mentions/read-mentions.ts";
import { isPlaceName } from "../../../bofip/text/contenu-html.ts";
import { consultationPath, paragraphAnchor } from "../addresses.ts";

interface LinkTargets {
  readonly find: (boiId: string) => LinkTarget | null;
  readonly findArticle: FindArticle;
  /** Null when the document cites nothing that has a key: its text is then not read for it. */
  readonly findLaw: FindLaw | null;
}

interface Link {
  readonly start: number;
  readonly end: number;
  readonly tag: string;
}

/**
 * Writes a document's text and links: identifiers to their documents, at the § that the surrounding words name, and
 * articles. A link's tag is written once its words, and the words after it, are known.
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

/** A span of a text that links to a page. */
interface PlacedLink {
  readonly start: number;
  readonly end: number;
  readonly path: string;
}

/** Path of the page of an article that the document is known to cite; null for another. */
export type FindArticle = (code: string, article: string) => string | null;

/** Articles that a text names with their code, in order: linked by the whole citation, or by number among several. */
function findArticleLinks(text: string, find: FindArticle): PlacedLink[] {
  const links: PlacedLink[] = [];
  const citations = Map.groupBy(readMentions(text), ({ start }) => start);
  for (const [start, mentions] of citations) {
    let at = start;
    for (const mention of mentions) {
      const place = mentions.length === 1 ? mention : numberPlace(text, mention, at);
      const path = find(mention.code, mention.article);
      if (place === null) continue;
      at = place.end;
      if (path !== null) links.push({ start: place.start, end: place.end, path });
    }
  }
  return links;
}

/** Where the number of an article is in a citation that names several; null when it is written differently. */
function numberPlace(
  text: string,
  { article, end }: ArticleMention,
  from: number,
): Omit<PlacedLink, "path"> | null {
  const written = text.slice(from, end).replaceAll("\u00a0", " ");
  for (let at = written.indexOf(article); at >= 0; at = written.indexOf(article, at + 1)) {
    const around = (written[at - 1] ?? " ") + (written[at + article.length] ?? " ");
    if (!/[\p{L}\p{N}-]/u.test(around)) return { start: from + at, end: from + at + article.length };
  }
  return null;
}

/** Path of the page of what a key names, when the document is known to cite it; null for another. */
export type FindLaw = (genre: CitedKind, cle: string) => string | null;

/** Finds the decisions, norms and answers that a text names by themselves, in order: the whole citation is the link. */
function findLawLinks(text: string, find: FindLaw): PlacedLink[] {
  return listMentions(readCitedLaw(text)).flatMap(({ genre, cle, start, end }) => {
    const path = cle === null ? null : find(genre, cle);
    return path === null ? [] : [{ start, end, path }];
  });
}

/** A document of the corpus that a text may link to. */
export interface LinkTarget {
  readonly boiId: string;
  readonly titre: string | null;
}

interface Mention {
  readonly boiId: string;
  readonly start: number;
  readonly end: number;
}

/** How many characters on each side of a document's identifier are searched for its §. */
const NEAR_LENGTH = 60;

/** Placeholder for the document's name, whatever words its link has. */
const NAME = "BOI-ANNX-000000";

/** Number of the § that the words around a document's name cite with it, the first of several, or null. */
export function paragraphNear(before: string, after: string): string | null {
  const preceding = before.slice(-NEAR_LENGTH);
  const { citations } = readCitations(preceding + NAME + after.slice(0, NEAR_LENGTH));
  return citations.find(({ nameStart }) => nameStart === preceding.length)?.numero ?? null;
}

/** Identifier of the document that a link points to, from its address or its words; null for another page. */
function documentOfLink(href: string, words: string): string | null {
  if (!/^https:\/\/bofip\.impots\.gouv\.fr\//.test(href)) return null;
  const { identifier } = readPermalink(href);
  if (identifier !== null) return identifier.id;
  const [first] = findMentions(words);
  return first?.boiId ?? null;
}

/** Finds every identifier of a document in plain text, without its date. */
function findMentions(text: string): Mention[] {
  if (!text.includes("BOI-")) return [];
  return findIdentifiers(text).map(({ written, start, end }) => ({
    boiId: splitIdentifier(written).id,
    start,
    end,
  }));
}

/** Opening tag of a link to a document's page, at a § when it is known. */
function openDocumentLink({ boiId, titre }: LinkTarget, numero: string | null): string {
  const fragment = numero === null ? "" : `#${paragraphAnchor(numero)}`;
  const title = titre === null ? "" : ` title="${Bun.escapeHTML(titre)}"`;
  return `<a href="${Bun.escapeHTML(consultationPath(boiId) + fragment)}"${title}>`;
}

/** A link that leaves the site, or points inside the same text; null for any other address. */
function openOtherLink(href: string): string | null {
  if (href.startsWith("#")) return isPlaceName(href.slice(1)) ? `<a href="${href}">` : null;
  const url = URL.parse(href);
  if (url?.protocol !== "https:" && url?.protocol !== "http:") return null;
  return `<a href="${Bun.escapeHTML(url.href)}" rel="external nofollow">`;
}
