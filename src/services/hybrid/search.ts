import { NO_FILTER } from "../../../db/engine/document-filter.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { readCitingIds } from "../../../db/queries/articles/commenting.ts";
import { type PassageHit, readPassageHits } from "../../../db/queries/passages.ts";
import { passageExcerpt } from "../../../search/fulltext/excerpt/passage.ts";
import type { SearchQuery } from "../../../search/fulltext/search-query.ts";
import { LEXICON } from "../../../search/lexicon/lexicon.ts";
import { readFilteredIds } from "../../../search/stems/filtered-documents.ts";
import type { PostingsReader } from "../../../search/stems/live-postings.ts";
import type { HeldDocument } from "../../../search/stems/postings.ts";
import { weighQuestion } from "../../../search/stems/question.ts";
import type { VectorHit, VectorQuery } from "../../../search/vectors/port.ts";
import type { HybridHit, HybridPage, HybridPassage } from "../../schemas/answers/search.ts";
import type { AskedFilter } from "../../schemas/parameters/filters.ts";
import { inActiveVersion, type SemanticDeps, toSearchHit } from "../semantic.ts";
import { placeOfHit, type Site } from "../texts/place.ts";
import { CANDIDATES, type FusedHit, fuse, toThousandths, unnamed } from "./fusion.ts";
import { untimed } from "./parts.ts";
import { bestPassages, namePassages, type PassageScores, PROPOSED, type ScoredPassage } from "./passages.ts";
import { type Reranking, type RerankingDeps, rerank } from "./reranking.ts";

export interface HybridDeps extends SemanticDeps, RerankingDeps {
  readonly postings: PostingsReader;
}

export interface HybridRequest {
  readonly question: string;
  readonly filter: AskedFilter;
  readonly limit: number;
  /** What excerpts highlight; absent, they are plain. */
  readonly marked?: SearchQuery | null;
}

/** A page, and what became of the second stage that orders its first documents. */
export interface FoundByBoth extends HybridPage {
  readonly reranking: Reranking;
}

/**
 * The documents in force that best match a question, by its words and its meaning together, each with its best
 * passages.
 * @throws {EngineUnavailable} when either is unavailable: half of an answer would look complete.
 */
export async function searchHybrid(
  deps: HybridDeps & Site,
  { question, filter, limit, marked = null }: HybridRequest,
): Promise<FoundByBoth> {
  const { timePart = untimed } = deps;
  const kept = await timePart("filter", () => readKept(deps.database, filter));
  const { hits, scores, reranking } = await inActiveVersion(deps, (version) =>
    findBoth(deps, { question, kept, version, limit }),
  );
  const sources = await timePart("reading", () => readPassageHits(deps.database, namePassages(scores)));
  // The indexes may lag a moment behind: a passage that was just removed is not shown.
  const results = hits.flatMap((hit): HybridHit[] => {
    const source = sources.get(hit.boiId);
    if (source === undefined) return [];
    const shown = bestPassages(source, scores);
    const [best] = shown;
    if (best === undefined) return [];
    const passages = shown.map((passage) => toHybridPassage(deps, source, passage, marked));
    const { extrait = "" } = passages[0] ?? {};
    return [{ ...toSearchHit(deps, hit.score, source, best), extrait, ...explain(hit), passages }];
  });
  return { results, reranking };
}

/** A passage as a hit shows it: the part of it that best shows the searched words, or its beginning. */
function toHybridPassage(
  site: Site,
  source: PassageHit,
  passage: ScoredPassage,
  marked: SearchQuery | null,
): HybridPassage {
  const { contenu_texte: text } = source;
  const { paragraphe: numero, section, start, end, score } = passage;
  const span = source.spans.find((paragraph) => paragraph.numero === numero);
  return {
    numero,
    section: [...section],
    extrait:
      marked === null ? passageExcerpt(text, passage) : marked.excerptOf(text.slice(start, end)).extrait,
    score,
    ...placeOfHit(site, source, span),
  };
}

interface Found {
  /** Best first, as many as asked for. */
  readonly hits: readonly FusedHit[];
  /** Of their passages. */
  readonly scores: PassageScores;
  readonly reranking: Reranking;
}

interface AskedOfBoth {
  readonly question: string;
  readonly kept: Kept;
  readonly version: string;
  readonly limit: number;
}

async function findBoth(
  deps: HybridDeps,
  { question, kept: { domaine, among }, version, limit }: AskedOfBoth,
): Promise<Found> {
  const { vectors, embedders, postings, timePart = untimed } = deps;
  const embedder = await embedders.of(version);
  const { textWeight } = embedder;
  const weighed = weighQuestion(question, LEXICON);
  const isKept = (document: HeldDocument) =>
    (domaine === null || document.domaine === domaine) && (among === null || among.has(document.boiId));
  const [vector, matches] = await Promise.all([
    timePart("encoding", () => embedder.embedQuestion(question)),
    timePart("words", () => postings.rank(weighed, isKept)),
  ]);
  const compare = async (asked: Omit<VectorQuery, "vector" | "version">): Promise<VectorHit[]> =>
    vector === null ? [] : await timePart("vectors", () => vectors.search({ vector, version, ...asked }));
  const nearest = await compare({
    domaine,
    limit: CANDIDATES,
    ...(among === null ? {} : { among: [...among] }),
  });
  const others = unnamed(matches, nearest);
  const named = others.length === 0 ? [] : await compare({ domaine, limit: others.length, among: others });
  const fused = await timePart("merging", () => fuse({ matches, nearest, named, textWeight }));
  const ranked = await rerank(deps, { question, vector, version, textWeight, hits: fused });
  const hits = ranked.hits.slice(0, limit);
  const shown = hits.map(({ boiId }) => boiId);
  const scores = await timePart("passages", async () => ({
    matches: await postings.passagesOf(weighed, shown, PROPOSED),
    nearest: await compare({
      domaine: null,
      limit: PROPOSED * shown.length,
      among: shown,
      perDocument: PROPOSED,
    }),
  }));
  return { hits, scores, reranking: ranked.reranking };
}

function explain({ text, meaning, ranks }: FusedHit): Pick<HybridHit, "scores" | "rangs"> {
  return {
    scores: {
      texte: text === null ? null : toThousandths(text.score),
      sens: meaning === null ? null : toThousandths(meaning.score),
    },
    rangs: { texte: ranks.text, sens: ranks.meaning },
  };
}

/** What both sides of a search are restricted to: a series, which they store themselves, or a list of documents. */
interface Kept {
  /** Null: every series, or those of the listed documents. */
  readonly domaine: string | null;
  /** Null: every document of the series. */
  readonly among: ReadonlySet<string> | null;
}

/** The documents in force that a caller restricts a search to. */
async function readKept(database: Database, asked: AskedFilter): Promise<Kept> {
  const { article, ...own } = asked;
  const { domaine = null, ...others } = own;
  if (Object.keys(others).length === 0 && article === undefined) return { domaine, among: null };
  const kept = await readFilteredIds(database, { ...NO_FILTER, ...own });
  if (article === undefined) return { domaine: null, among: kept };
  const citing = await readCitingIds(database, article);
  return { domaine: null, among: kept.intersection(citing) };
}
