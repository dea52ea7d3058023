import { setImmediate as nextTurn } from "node:timers/promises";
import { citationKey } from "../../bofip/law/citation.ts";
import { type DocumentFilter, NO_FILTER } from "../../db/engine/document-filter.ts";
import type { Database } from "../../db/postgres/database.ts";
import { readRangesAround } from "../../db/queries/articles/cited.ts";
import { type HitSource, readHitSources } from "../../db/queries/hits.ts";
import type { TextSpan } from "../../db/queries/kept-texts.ts";
import type { Step } from "../../db/tracing/span.ts";
import type { FullTextHit, FullTextReader } from "../../search/fulltext/port.ts";
import type { SearchQuery } from "../../search/fulltext/search-query.ts";
import type { SearchHit, SearchPage, SearchWarning } from "../schemas/answers/search.ts";
import type { AskedFilter } from "../schemas/parameters/filters.ts";
import type { LawArticle } from "../schemas/parameters/law.ts";
import { readFacets } from "./search/facets.ts";
import { placeOfHit, type Site } from "./texts/place.ts";

export interface SearchDeps extends Site {
  readonly database: Database;
  readonly fulltext: FullTextReader;
  readonly warnOf: WarnOfSearch;
  /** Traces the parts; given, so that a search loads nothing for it. Absent when not needed. */
  readonly step?: Step;
}

const untraced: Step = (_name, _attributes, work) => work();

/** Finds the warnings about a completed search, from its query and its number of documents. */
export type WarnOfSearch = (search: {
  readonly query: SearchQuery;
  /** As the caller sent it, and as the index takes it. */
  readonly asked: AskedFilter;
  readonly filter: DocumentFilter;
  readonly total: number;
  /** See `SearchRequest`. */
  readonly revision: number | null;
}) => Promise<SearchWarning[]>;

interface SearchRequest {
  readonly query: SearchQuery;
  readonly filter: AskedFilter;
  /** Whether facets of the whole result are counted. */
  readonly hasFacets: boolean;
  readonly limit: number;
  readonly offset: number;
  /** Revision of the corpus that the request was admitted at; null or absent for a search outside any request. */
  readonly revision?: number | null;
}

/** How long excerpts are cut before other requests run: one of a long text takes a fraction of a millisecond. */
const LONGEST_TURN_MS = 1;

/** One page of the documents in force that match a query, best first. */
export async function searchDocuments(
  { database, fulltext, warnOf, publicUrl, step = untraced }: SearchDeps,
  { query, filter: asked, hasFacets, limit, offset, revision = null }: SearchRequest,
): Promise<SearchPage> {
  const filter = await readFilter(database, asked);
  const { node, adjacent } = query;
  const ranked = adjacent.length === 0 ? {} : { adjacent };
  const { total, hits } = await fulltext.search({ query: node, ...ranked, filter, limit, offset });
  const ids = hits.map((hit) => hit.boiId);
  const counted = { "doctrine.documents": ids.length };
  const sources = await step("texts", counted, () => readHitSources(database, ids, revision));
  const results = await step("excerpts", counted, () => cutExcerpts({ publicUrl }, hits, sources, query));
  const avertissements = await warnOf({ query, asked, filter, total, revision });
  return {
    total,
    results,
    ...(hasFacets ? { facettes: await readFacets(fulltext, { query: node, filter }) } : {}),
    ...(avertissements.length === 0 ? {} : { avertissements }),
  };
}

async function cutExcerpts(
  site: Site,
  hits: readonly FullTextHit[],
  sources: ReadonlyMap<string, HitSource>,
  query: SearchQuery,
): Promise<SearchHit[]> {
  const results: SearchHit[] = [];
  let turnStartedAt = Number.NEGATIVE_INFINITY;
  for (const hit of hits) {
    const source = sources.get(hit.boiId);
    // The index may lag a moment behind: a document that was just removed is not shown.
    if (source === undefined) continue;
    if (performance.now() - turnStartedAt > LONGEST_TURN_MS) {
      await nextTurn();
      turnStartedAt = performance.now();
    }
    results.push(toSearchHit(site, hit.score, source, query));
  }
  return results;
}

function toSearchHit(site: Site, score: number, source: HitSource, query: SearchQuery): SearchHit {
  const { extrait, start } = query.excerptOf(source.contenu_texte, spanNamed(source, query));
  const span = spanAt(source.spans, start);
  return {
    boi_id: source.boi_id,
    titre: source.titre,
    extrait,
    score,
    domaine: source.domaine,
    type: source.type,
    matiere: source.matiere,
    paragraphe: span?.numero ?? null,
    date_publication: source.date_publication,
    url: source.url,
    ...placeOfHit(site, source, span),
  };
}

/** The § that the query names in that document. */
function spanNamed({ boi_id, spans }: HitSource, { reference }: SearchQuery): TextSpan | undefined {
  if (reference?.boiId !== boi_id) return undefined;
  return spans.find((span) => span.numero.toLowerCase() === reference.paragraphe?.toLowerCase());
}

/** Spans are in text order; a heading between two paragraphs belongs to the one above it. */
function spanAt(spans: readonly TextSpan[], offset: number): TextSpan | undefined {
  return spans.findLast((span) => span.start <= offset);
}

/** The engines' filter for what a caller requests: an article counts as cited by itself or within any range. */
async function readFilter(database: Database, asked: AskedFilter): Promise<DocumentFilter> {
  const { article, ...own } = asked;
  const articles = article === undefined ? null : await readCitationKeys(database, article);
  return { ...NO_FILTER, ...own, articles };
}

/** Keys of the citations of an article, by itself or in a range. */
export async function readCitationKeys(database: Database, cited: LawArticle): Promise<string[]> {
  const ranges = await readRangesAround(database, cited);
  return [null, ...ranges].map((etendue) => citationKey({ ...cited, etendue }));
}
