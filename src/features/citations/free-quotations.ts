import { setTimeout as after } from "node:timers/promises";
import type { Quote } from "../../../bofip/citations/quotes.ts";
import { longestPhrase } from "../../../bofip/citations/words/phrase.ts";
import { NO_FILTER } from "../../../db/engine/document-filter.ts";
import { EngineUnavailable } from "../../../db/engine/unavailable.ts";
import {
  type CitedEdition,
  readCitedEditions,
  readEditionTexts,
} from "../../../db/queries/citations/editions.ts";
import type { CitedNews } from "../../../db/queries/news.ts";
import type { FullTextPage, FullTextReader } from "../../../search/fulltext/port.ts";
import { parseQuery } from "../../../search/fulltext/query/parse.ts";
import { keyOf, sourceOf } from "./needs.ts";
import { type FreePlace, type ReadingTools, readWords, type TextFindings } from "./text-findings.ts";
import type { JudgedCitation } from "./verdict.ts";

/** How many quotations without a citation are searched for in one text of a caller. */
export const MOST_SOUGHT = 5;
/** Documents in force that are read for one quotation, when they contain the words of its longest phrase. */
const MOST_READ = 20;

interface FreeTools extends ReadingTools {
  readonly fulltext: FullTextReader;
}

/** Where a quotation without a citation is, if found. */
export type FoundQuotation =
  | { readonly etat: "trouvee"; readonly of: CitedEdition | CitedNews; readonly place: FreePlace }
  | { readonly etat: "introuvable" | "non_verifiee" };

/**
 * Searches for quotations next to no citation: in the cited texts (`findings`), then in those in force. Those beyond
 * the fifth, past the time limit or without the engine are not checked.
 */
export async function findFree(
  tools: FreeTools,
  free: readonly Quote[],
  cited: readonly JudgedCitation[],
  findings: readonly TextFindings[],
): Promise<(FoundQuotation & { readonly quote: Quote })[]> {
  const isWhole = allRead(cited, findings);
  const among = free.slice(0, MOST_SOUGHT).map((_, rank) => amongCited(rank, cited, findings));
  const left = free.slice(0, MOST_SOUGHT).filter((_, rank) => among[rank] === null);
  const inForce = new Map(
    (await findInForce(tools, left, isWhole)).map((each, rank) => [left[rank], each] as const),
  );
  return free.map((quote, rank) => ({
    quote,
    ...(among[rank] ?? inForce.get(quote) ?? ({ etat: "non_verifiee" } as const)),
  }));
}

function allRead(cited: readonly JudgedCitation[], findings: readonly TextFindings[]): boolean {
  const read = new Set(findings.map(({ source }) => keyOf(source)));
  return cited.every((citation) => {
    const source = sourceOf(citation);
    return source === null || read.has(keyOf(source));
  });
}

function amongCited(
  rank: number,
  cited: readonly JudgedCitation[],
  findings: readonly TextFindings[],
): FoundQuotation | null {
  for (const { source, places } of findings) {
    const place = places[rank];
    const key = keyOf(source);
    const citation = cited.find((each) => {
      const own = sourceOf(each);
      return own !== null && keyOf(own) === key;
    });
    const of = citation?.news ?? citation?.finding.edition;
    if (place && of) return { etat: "trouvee", of, place };
  }
  return null;
}

/** All at once, then in what contains their longest phrases. `isWhole`: all cited texts were read, without a match. */
async function findInForce(
  tools: FreeTools,
  quotes: readonly Quote[],
  isWhole: boolean,
): Promise<FoundQuotation[]> {
  const pages = await Promise.all(quotes.map(({ texte }) => search(tools, longestPhrase(texte))));
  const boiIds = pages.flatMap((page) => page?.hits.map(({ boiId }) => boiId) ?? []);
  const editions = await readCitedEditions(tools.database, boiIds);
  const shownOf = (boiId: string) => editions.get(boiId)?.find(({ isShown }) => isShown) ?? [];
  const paragraphs = await readEditionTexts(
    tools.database,
    boiIds.flatMap(shownOf).map(({ editionId }) => editionId),
    ["spans"],
  );
  const found: FoundQuotation[] = [];
  for (const [rank, { texte }] of quotes.entries()) {
    const page = pages[rank] ?? null;
    const shown = page?.hits.flatMap(({ boiId }) => shownOf(boiId)) ?? [];
    const needs = shown.map(({ editionId, titre }) => ({
      source: { kind: "edition", titre, editionId, spans: paragraphs.get(editionId)?.spans ?? [] } as const,
      quotations: [],
      numbers: new Set<string>(),
    }));
    const findings = await readWords(tools, needs, [texte]);
    const isEachRead = page !== null && page.total <= MOST_READ && findings.length === page.hits.length;
    found.push(placeIn(findings, shown) ?? { etat: isWhole && isEachRead ? "introuvable" : "non_verifiee" });
  }
  return found;
}

function placeIn(findings: readonly TextFindings[], shown: readonly CitedEdition[]): FoundQuotation | null {
  for (const { source, places } of findings) {
    const of = shown.find(({ editionId }) => source.kind === "edition" && editionId === source.editionId);
    if (places[0] && of) return { etat: "trouvee", of, place: places[0] };
  }
  return null;
}

/** Null for no phrase, or when the engine does not answer in time. */
async function search(
  { fulltext, deadline }: FreeTools,
  phrase: string | null,
): Promise<FullTextPage | null> {
  if (phrase === null) return null;
  const query = parseQuery(`"${phrase}"`).node;
  const left = deadline - performance.now();
  if (left <= 0) return null;
  const waiting = new AbortController();
  try {
    const late = after(left, null, { signal: waiting.signal }).catch(() => null);
    return await Promise.race([
      fulltext.search({ query, filter: NO_FILTER, limit: MOST_READ, offset: 0 }),
      late,
    ]);
  } catch (error) {
    if (error instanceof EngineUnavailable) return null;
    throw error;
  } finally {
    waiting.abort();
  }
}
