import { NO_FILTER } from "../../../db/engine/document-filter.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { readCitingIds } from "../../../db/queries/articles/commenting.ts";
import { type NamedPassage, type PassageHit, readPassageHits } from "../../../db/queries/passages.ts";
import type { SearchQuery } from "../../../search/fulltext/search-query.ts";
import { LEXICON } from "../../../search/lexicon/lexicon.ts";
import { readFilteredIds } from "../../../search/stems/filtered-documents.ts";
import type { PostingsReader } from "../../../search/stems/live-postings.ts";
import type { HeldDocument } from "../../../search/stems/postings.ts";
import { weighQuestion } from "../../../search/stems/question.ts";
import type { VectorHit } from "../../../search/vectors/port.ts";
import type { HybridHit, HybridPage } from "../../schemas/answers/search.ts";
import type { AskedFilter } from "../../schemas/parameters/filters.ts";
import { inActiveVersion, type SemanticDeps, toSearchHit } from "../semantic.ts";
import type { Site } from "../texts/place.ts";
import { CANDIDATES, type FusedHit, fuse, toThousandths, unnamed } from "./fusion.ts";
import { type TimePart, untimed } from "./parts.ts";

export interface HybridDeps extends SemanticDeps {
  readonly postings: PostingsReader;
  /** Times each part; absent when not needed. */
  readonly timePart?: TimePart;
}

export interface HybridRequest {
  readonly question: string;
  readonly filter: AskedFilter;
  readonly limit: number;
  /** What excerpts highlight; absent, they are plain. */
  readonly marked?: SearchQuery | null;
}

/**
 * The documents in force that best match a question, by its words and its meaning together.
 * @throws {EngineUnavailable} when either is unavailable: half of an answer would look complete.
 */
export async function searchHybrid(
  deps: HybridDeps & Site,
  { question, filter, limit, marked = null }: HybridRequest,
): Promise<HybridPage> {
  const { timePart = untimed } = deps;
  const kept = await timePart("filter", () => readKept(deps.database, filter));
  const { textWeight, hits } = await inActiveVersion(deps, (version) =>
    findBoth(deps, { question, kept, version }),
  );
  const shown = hits.slice(0, limit);
  const passages = shown.flatMap((hit) => bestPassage(hit, textWeight) ?? []);
  const sources = await timePart("reading", () => readPassageHits(deps.database, passages));
  // The indexes may lag a moment behind: a passage that was just removed is not shown.
  const results = shown.flatMap((hit): HybridHit[] => {
    const source = sources.get(hit.boiId);
    if (source === undefined) return [];
    return [{ ...toSearchHit(deps, hit.score, source), ...markedExcerpt(source, marked), ...explain(hit) }];
  });
  return { results };
}

/** The part of the passage that best shows the searched words. */
function markedExcerpt(
  { contenu_texte: text, passage }: PassageHit,
  marked: SearchQuery | null,
): Partial<Pick<HybridHit, "extrait">> {
  if (marked === null) return {};
  return { extrait: marked.excerptOf(text.slice(passage.start, passage.end)).extrait };
}

interface Fused {
  readonly textWeight: number;
  readonly hits: readonly FusedHit[];
}

interface AskedOfBoth {
  readonly question: string;
  readonly kept: Kept;
  readonly version: string;
}

async function findBoth(
  { vectors, embedders, postings, timePart = untimed }: HybridDeps,
  { question, kept: { domaine, among }, version }: AskedOfBoth,
): Promise<Fused> {
  const embedder = await embedders.of(version);
  const isKept = (document: HeldDocument) =>
    (domaine === null || document.domaine === domaine) && (among === null || among.has(document.boiId));
  const [vector, matches] = await Promise.all([
    timePart("encoding", () => embedder.embedQuestion(question)),
    timePart("words", () => postings.rank(weighQuestion(question, LEXICON), isKept)),
  ]);
  const compare = async (limit: number, named?: readonly string[]): Promise<VectorHit[]> => {
    if (vector === null) return [];
    const query = { vector, version, domaine, limit };
    const asked = named === undefined ? query : { ...query, among: named };
    return await timePart("vectors", () => vectors.search(asked));
  };
  const nearest = await compare(CANDIDATES, among === null ? undefined : [...among]);
  const others = unnamed(matches, nearest);
  const named = others.length === 0 ? [] : await compare(others.length, others);
  const { textWeight } = embedder;
  const hits = await timePart("merging", () => fuse({ matches, nearest, named, textWeight }));
  return { textWeight, hits };
}

/** The best passage of the side that contributes most of the document's score. */
function bestPassage({ boiId, text, meaning }: FusedHit, textWeight: number): NamedPassage | null {
  const byWords = textWeight * (text?.score ?? 0);
  if (meaning !== null && meaning.score >= byWords) return { boiId, textHash: meaning.textHash };
  return text === null ? null : { boiId, position: text.position };
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
