import { coverageSentence } from "../../../bofip/sources/coverage.ts";
import { hasClassificationNode } from "../../../db/queries/classification.ts";
import { readCoverage, readFeedNames } from "../../../db/queries/corpus.ts";
import { EVERY_ENTRY, readLatestEntries } from "../../../db/queries/journal.ts";
import { ATTRIBUTION } from "../../http/attribution.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import { type RenderedAnswer, renderedText } from "../../http/response/body.ts";
import { classificationPagePath, feedPath } from "../../pages/addresses.ts";
import { answerCached, type PageContext } from "../../pages/answer.ts";
import { SITE_NAME } from "../../pages/layout.tsx";
import { EVENT_LABELS, entryPath, scopeWords } from "../../pages/lists/received.tsx";
import { decodeClassificationPath, readClassificationPath } from "../../schemas/parameters/filters.ts";
import type { JournalEntry } from "./answer.ts";
import { entryAnswer } from "./service.ts";

const ENTRIES = 100;

/**
 * The latest entries of the journal as Atom: all of them, or those of a node of the classification and below.
 * @param written the node as written in the address, with the extension; null for the whole journal.
 * @throws {ApiError} `unknown_route` for what is not a feed, and for a node that the classification does not have.
 */
export async function showFeed(context: PageContext, written: string | null): Promise<RenderedAnswer> {
  const chemin = written === null ? "" : readFeedPath(written);
  const isKnown =
    written === null ||
    (chemin !== null && chemin !== "" && (await hasClassificationNode(context.database, chemin)));
  if (chemin === null || !isKnown) throw new ApiError("unknown_route", { path: `/flux/${written}` });
  const path = feedPath(chemin);
  const read = async (limit: number) =>
    (await readLatestEntries(context.database, { ...EVERY_ENTRY, chemin }, limit)).map(entryAnswer);
  const [latest] = await read(1);
  const headers = {
    "content-type": "application/atom+xml; charset=utf-8",
    "last-modified": new Date(instantOf(latest)).toUTCString(),
  };
  const render = async () => {
    const { until } = await readCoverage(context.database);
    return renderedText(
      atomFeed({
        tags: await readTags(context),
        publicUrl: context.publicUrl(),
        path,
        page: chemin === "" ? "/journal" : classificationPagePath(chemin),
        title: chemin === "" ? "Journal de la doctrine fiscale" : `Doctrine fiscale : ${chemin}`,
        subtitle: coverageSentence(until),
        entries: await read(ENTRIES),
      }),
    );
  };
  return await answerCached(context, path, render, headers);
}

async function readTags({ database, publicUrl }: PageContext): Promise<FeedTags> {
  const { publisher, feedUntil: until, feedHost } = await readFeedNames(database);
  const former = feedHost ?? new URL(publicUrl()).hostname;
  // A host may have a port, which an authority has not.
  return { corpus: publisher?.split(":", 1)[0] ?? former, former, until };
}

function readFeedPath(written: string): string | null {
  const [, chemin] = /^(.+)\.atom$/.exec(decodeClassificationPath(written)) ?? [];
  return chemin === undefined ? null : readClassificationPath(chemin);
}

/** Who gives the identifiers of a feed (RFC 4151). */
interface FeedTags {
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

/** Atom (RFC 4287). Identifiers never change: tag URIs (RFC 4151) made of the journal's numbers. */
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
function instantOf(entry: JournalEntry | undefined): string {
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
