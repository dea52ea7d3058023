import { setImmediate as nextTurn } from "node:timers/promises";
import { parisDay } from "../../../bofip/days/days.ts";
import { citationKey } from "../../../bofip/law/citation.ts";
import { certaintyOf, toldDay } from "../../../bofip/sources/certainty.ts";
import { IN_FORCE, type SearchedEditions } from "../../../db/engine/dated-texts.ts";
import { type DocumentFilter, NO_FILTER } from "../../../db/engine/document-filter.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { readRangesAround } from "../../../db/queries/cited-law/citing.ts";
import { readHeldWriting } from "../../../db/queries/cited-law/listed.ts";
import { compareSeries } from "../../../db/queries/classification.ts";
import { type HitSource, readHitSources } from "../../../db/queries/hits.ts";
import type { TextSpan } from "../../../db/queries/kept-texts.ts";
import { readLatestFirst } from "../../../db/queries/texts/editions-at.ts";
import { DOCUMENT_TYPES } from "../../../db/schema/documents.ts";
import type { Step } from "../../../db/tracing/span.ts";
import type {
  FullTextHit,
  FullTextPage,
  FullTextReader,
  FullTextRequest,
} from "../../../search/fulltext/port.ts";
import type { SearchQuery } from "../../../search/fulltext/read-query.ts";
import { type NamedThing, readNamedQuery } from "../../questions/named-thing.ts";
import type { NotHeld } from "../../questions/not-seen.ts";
import type { AskedFilter } from "../../schemas/parameters/filters.ts";
import type { LawArticle } from "../../schemas/parameters/law.ts";
import { placeOfHit, type Site } from "../../texts/edition.ts";
import type { Facets, HitEdition, SearchHit, SearchPage, SearchWarning } from "./answer.ts";

export interface SearchDeps extends HitDeps {
  readonly database: Database;
  readonly fulltext: FullTextReader;
  readonly warnOf: WarnOfSearch;
  readonly notHeld: NotHeld;
  /** Traces the parts; given, so that a search loads nothing for it. Absent when not needed. */
  readonly step?: Step;
}

const untraced: Step = (_name, _attributes, work) => work();

/** Finds the warnings about a completed search, from its query and its number of documents. */
export type WarnOfSearch = (search: {
  readonly query: SearchQuery;
  /** What it names, when it is nothing else than a reference, but for a document that the results show. */
  readonly named: NamedThing | null;
  /** As the caller sent it, and as the index takes it. */
  readonly asked: AskedFilter;
  readonly filter: DocumentFilter;
  readonly editions: SearchedEditions;
  readonly total: number;
  /** See `SearchRequest`. */
  readonly revision: number | null;
}) => Promise<SearchWarning[]>;

interface SearchRequest {
  readonly query: SearchQuery;
  readonly filter: AskedFilter;
  /** Absent: those in force now. */
  readonly editions?: SearchedEditions;
  readonly hasFacets: boolean;
  /** Latest editions first; null or absent for the most relevant first. */
  readonly order?: "date" | null;
  readonly limit: number;
  readonly offset: number;
  /** Revision of the corpus that the request was admitted at; null or absent for a search outside any request. */
  readonly revision?: number | null;
}

/** More than the doctrine has: some 6,300. */
const MOST_DOCUMENTS = 20_000;

/** How long excerpts are cut before other requests run: one of a long text takes a fraction of a millisecond. */
const LONGEST_TURN_MS = 1;

/** One page of the documents whose edition looked at matches a query. */
export async function searchDocuments(
  deps: SearchDeps,
  {
    query: written,
    filter: asked,
    editions = IN_FORCE,
    hasFacets,
    order = null,
    limit,
    offset,
    revision = null,
  }: SearchRequest,
): Promise<SearchPage> {
  const { database, fulltext, warnOf, notHeld, step = untraced } = deps;
  const filter = await readFilter(database, asked);
  const { query, named } = await readNamedQuery(deps, written);
  const { node, adjacent } = query;
  const ranked = adjacent.length === 0 ? {} : { adjacent };
  const search = { query: node, ...ranked, filter, editions };
  const { total, hits } =
    order === "date"
      ? await searchByDate(deps, search, { limit, offset })
      : await fulltext.search({ ...search, limit, offset });
  const ids = hits.map((hit) => hit.boiId);
  const counted = { "doctrine.documents": ids.length };
  const sources = await step("texts", counted, () => readHitSources(database, ids, { revision, editions }));
  const shown = { sources, query, editions };
  const results = await step("excerpts", counted, () => cutExcerpts(deps, hits, shown));
  const isShown = offset > 0 || ids.some((boiId) => boiId === named?.document);
  const told = named?.detenu === true && isShown && named.boi_id !== null ? null : named;
  const { warnings, ...lack } = await notHeld.tell(editions, revision);
  const avertissements = [
    ...warnings,
    ...(await warnOf({ query, named: told, asked, filter, editions, total, revision })),
  ];
  return {
    total,
    results,
    ...(hasFacets ? { facettes: await readFacets(fulltext, { query: node, filter, editions }) } : {}),
    ...lack,
    ...(avertissements.length === 0 ? {} : { avertissements }),
  };
}

/** The engines order by relevance alone: they name all that they find, which the store puts in the order of its days. */
async function searchByDate(
  { database, fulltext }: Pick<SearchDeps, "database" | "fulltext">,
  search: Omit<FullTextRequest, "limit" | "offset">,
  page: Pick<FullTextRequest, "limit" | "offset">,
): Promise<FullTextPage> {
  const { total, hits } = await fulltext.search({ ...search, limit: MOST_DOCUMENTS, offset: 0 });
  const scores = new Map(hits.map(({ boiId, score }) => [boiId, score]));
  const latest = await readLatestFirst(database, [...scores.keys()], {
    editions: search.editions ?? IN_FORCE,
    ...page,
  });
  return { total, hits: latest.map((boiId) => ({ boiId, score: scores.get(boiId) ?? 0 })) };
}

interface Shown {
  readonly sources: ReadonlyMap<string, HitSource>;
  readonly query: SearchQuery;
  readonly editions: SearchedEditions;
}

async function cutExcerpts(
  deps: HitDeps,
  hits: readonly FullTextHit[],
  { sources, query, editions }: Shown,
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
    const { extrait, start } = query.excerptOf(source.contenu_texte, spanNamed(source, query));
    const span = spanAt(source.spans, start);
    results.push({
      boi_id: source.boi_id,
      titre: source.titre,
      extrait,
      score: hit.score,
      paragraphe: span?.numero ?? null,
      ...identityOfHit(deps, source, { span, editions }),
    });
  }
  return results;
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
export async function readCitationKeys(database: Database, asked: LawArticle): Promise<string[]> {
  const cited = await readHeldWriting(database, asked);
  const ranges = await readRangesAround(database, cited);
  return [null, ...ranges].map((etendue) => citationKey({ ...cited, etendue }));
}

/** How many documents of a whole result each series, kind and subject has, in the order of lists. */
async function readFacets(
  fulltext: FullTextReader,
  { query, filter, editions }: Pick<FullTextRequest, "query" | "filter" | "editions">,
): Promise<Facets> {
  const { domaine, type, matiere } = await fulltext.facets(query, filter, editions);
  return {
    domaine: listed(domaine, compareSeries),
    type: listed(type, compareTypes),
    matiere: listed(matiere, compareSeries),
  };
}

function listed(counts: ReadonlyMap<string, number>, compare: (one: string, other: string) => number) {
  return [...counts]
    .map(([code, documents]) => ({ code, documents }))
    .toSorted((one, other) => compare(one.code, other.code));
}

const TYPES: readonly string[] = DOCUMENT_TYPES;

function compareTypes(one: string, other: string): number {
  return TYPES.indexOf(one) - TYPES.indexOf(other);
}

/** What hits are made from, beside their own source. */
export interface HitDeps extends Site {
  readonly clock: () => Date;
}

/** The edition that a hit shows, as certain as on the day that the search looks at (contract, « Search at a date »). */
function editionOfHit(
  { clock }: Pick<HitDeps, "clock">,
  { date_publication: date_debut, date_fin, attestee_jusqu_au, observations }: HitSource,
  editions: SearchedEditions,
): HitEdition {
  const asked = editions.kind === "on" ? editions.day : null;
  const jour = toldDay({ date_debut, date_fin }, { asked, today: parisDay(clock()) });
  const { certitude } = certaintyOf({ date_debut, date_fin, attestee_jusqu_au, observations }, jour);
  return { date_debut, date_fin, certitude };
}

/** The fields of a hit that give its document, its edition and where to read it. @param span the § that is shown. */
export function identityOfHit(
  deps: HitDeps,
  source: HitSource,
  { span, editions }: { readonly span: TextSpan | undefined; readonly editions: SearchedEditions },
) {
  return {
    domaine: source.domaine,
    type: source.type,
    matiere: source.matiere,
    date_publication: source.date_publication,
    url: source.url,
    edition: editionOfHit(deps, source, editions),
    ...placeOfHit(deps, source, span),
  };
}
