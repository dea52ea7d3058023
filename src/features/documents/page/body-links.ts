import { readCitations } from "../../../../bofip/citations/read-citations.ts";
import { findIdentifiers, readPermalink, splitIdentifier } from "../../../../bofip/identifiers/identifier.ts";
import { isPlaceName } from "../../../../bofip/text/contenu-html.ts";
import { consultationPath, paragraphAnchor } from "../../../pages/addresses.ts";

/** A document of the corpus that a text may link to. */
export interface LinkTarget {
  readonly boiId: string;
  readonly titre: string | null;
}

/** An identifier in plain text, with its position. */
interface Mention {
  readonly boiId: string;
  readonly start: number;
  readonly end: number;
}

/** How many characters on each side of a document's identifier are searched for its §. */
export const NEAR_LENGTH = 60;

/** Placeholder for the document's name, whatever words its link has. */
const NAME = "BOI-ANNX-000000";

/** Number of the § that the words around a document's name cite with it, the first of several, or null. */
export function paragraphNear(before: string, after: string): string | null {
  const preceding = before.slice(-NEAR_LENGTH);
  const { citations } = readCitations(preceding + NAME + after.slice(0, NEAR_LENGTH));
  return citations.find(({ nameStart }) => nameStart === preceding.length)?.numero ?? null;
}

/** Identifier of the document that a link points to, from its address or its words; null for another page. */
export function documentOfLink(href: string, words: string): string | null {
  if (!/^https:\/\/bofip\.impots\.gouv\.fr\//.test(href)) return null;
  const { identifier } = readPermalink(href);
  if (identifier !== null) return identifier.id;
  const [first] = findMentions(words);
  return first?.boiId ?? null;
}

/** Finds every identifier of a document in plain text, without its date. */
export function findMentions(text: string): Mention[] {
  if (!text.includes("BOI-")) return [];
  return findIdentifiers(text).map(({ written, start, end }) => ({
    boiId: splitIdentifier(written).id,
    start,
    end,
  }));
}

/** Opening tag of a link to a document's page, at a § when it is known. */
export function openDocumentLink({ boiId, titre }: LinkTarget, numero: string | null): string {
  const fragment = numero === null ? "" : `#${paragraphAnchor(numero)}`;
  const title = titre === null ? "" : ` title="${Bun.escapeHTML(titre)}"`;
  return `<a href="${Bun.escapeHTML(consultationPath(boiId) + fragment)}"${title}>`;
}

/**
 * Opening tag of a link that leaves the site, or that points inside the same text; null for an address that is
 * neither.
 */
export function openOtherLink(href: string): string | null {
  if (href.startsWith("#")) return isPlaceName(href.slice(1)) ? `<a href="${href}">` : null;
  const url = URL.parse(href);
  if (url?.protocol !== "https:" && url?.protocol !== "http:") return null;
  return `<a href="${Bun.escapeHTML(url.href)}" rel="external nofollow">`;
}
