import { ATTRIBUTION } from "../../http/attribution.ts";
import type { JournalEntry } from "../../schemas/answers/journal.ts";
import { EVENT_LABELS, entryPath, scopeWords } from "../journal/event-labels.ts";
import { SITE_NAME } from "../shell.tsx";

/** Who gives the identifiers of a feed (RFC 4151). */
export interface FeedTags {
  /** Host of the publisher of the corpus: the same whatever the address of the service. */
  readonly corpus: string;
  /** Host of the address that the service had when earlier releases gave the first ones. */
  readonly former: string;
  /** The last entry that has one of these; 0 for none. */
  readonly until: number;
}

interface Feed {
  readonly tags: FeedTags;
  /** Address of the site, without a trailing slash. */
  readonly publicUrl: string;
  /** Its own path, `/flux/IR/LIQ.atom`. */
  readonly path: string;
  /** Path of the page that it follows. */
  readonly page: string;
  readonly title: string;
  readonly subtitle: string;
  /** Newest first. */
  readonly entries: readonly JournalEntry[];
}

/** Before anything is stored. */
const NEVER = "1970-01-01T00:00:00.000Z";

/**
 * Entries of the journal as Atom (RFC 4287). Their identifiers never change: tag URIs (RFC 4151) made of the
 * journal's numbers.
 */
export function atomFeed({ tags, publicUrl, path, page, title, subtitle, entries }: Feed): string {
  const head = [
    element("id", tagOf(tags.until > 0 ? tags.former : tags.corpus, path)),
    element("title", title),
    element("subtitle", subtitle),
    element("updated", instantOf(entries[0])),
    link("self", publicUrl + path, "application/atom+xml"),
    link("alternate", publicUrl + page, "text/html"),
    `<author>${element("name", SITE_NAME)}</author>`,
    element("rights", ATTRIBUTION),
  ];
  const items = entries.map((entry) => atomEntry(entry, tags, publicUrl));
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="fr">
${[...head, ...items].join("\n")}
</feed>
`;
}

/** When an entry was received, or the day of the change when it is not known. */
export function instantOf(entry: JournalEntry | undefined): string {
  if (entry === undefined) return NEVER;
  return entry.detecte_le ?? `${entry.date}T00:00:00.000Z`;
}

function tagOf(authority: string, name: string): string {
  return `tag:${authority},2026:${name}`;
}

function atomEntry(entry: JournalEntry, { corpus, former, until }: FeedTags, publicUrl: string): string {
  const { sequence, evenement, boi_id, titre } = entry;
  const named = boi_id === null ? titre : `${boi_id}, ${titre}`;
  const words = scopeWords(entry);
  return [
    "<entry>",
    element("id", tagOf(sequence <= until ? former : corpus, `journal/${sequence}`)),
    element("title", `${EVENT_LABELS[evenement]} : ${named}`),
    element("updated", instantOf(entry)),
    link("alternate", publicUrl + entryPath(entry), "text/html"),
    ...(words.length === 0 ? [] : [element("summary", words.join(" ; "))]),
    "</entry>",
  ].join("");
}

function element(name: string, text: string): string {
  return `<${name}>${escaped(text)}</${name}>`;
}

function link(rel: string, href: string, type: string): string {
  return `<link rel="${rel}" type="${type}" href="${escaped(href)}"/>`;
}

/** Escapes a text and drops what XML 1.0 can't contain: a title may have a control character. */
function escaped(text: string): string {
  return Bun.escapeHTML(text.replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, " "));
}
