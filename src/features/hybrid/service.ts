import { type EditionsInForce, IN_FORCE } from "../../../db/engine/dated-texts.ts";
import {
  type NamedPassages,
  type Passage,
  type PassageHit,
  readPassageHits,
} from "../../../db/queries/passages.ts";
import { passageExcerpt } from "../../../search/fulltext/excerpt/beginnings.ts";
import type { SearchQuery } from "../../../search/fulltext/read-query.ts";
import { EVERYDAY_FRENCH } from "../../../search/lexicon/lexicon.ts";
import type { PostingsReader } from "../../../search/stems/live-postings.ts";
import { completeQuestion, type PassageMatch } from "../../../search/stems/passage-matches.ts";
import type { VectorHit } from "../../../search/vectors/port.ts";
import { PASSAGE_TEXT_WEIGHT, TEXT_WEIGHT } from "../../../search/weights.ts";
import { readNamedQuestion } from "../../questions/named-thing.ts";
import type { AskedFilter } from "../../schemas/parameters/filters.ts";
import { placeOfHit, type Site } from "../../texts/edition.ts";
import type { HybridHit, HybridPage, HybridPassage } from "../search/answer.ts";
import type { HitDeps } from "../search/service.ts";
import { type SenseDeps, withOrWithoutSense } from "./by-words.ts";
import { CANDIDATES, type FusedHit, fuse, sumOf, toThousandths, unnamed, untimed } from "./fusion.ts";
import { type Reranking, type RerankingDeps, rerank } from "./reranking.ts";
import {
  type Comparison,
  nearestTexts,
  readKept,
  readSearchedTexts,
  type SearchedTexts,
  SearchedWords,
} from "./searched-texts.ts";
import { type SemanticDeps, toSearchHit } from "./semantic.ts";

export interface HybridDeps extends SemanticDeps, RerankingDeps, SenseDeps {
  readonly postings: PostingsReader;
}

export interface HybridRequest {
  readonly question: string;
  readonly filter: AskedFilter;
  /** Absent: those in force now. */
  readonly editions?: EditionsInForce;
  /** See `SemanticRequest`. */
  readonly revision?: number | null;
  readonly limit: number;
  /** The only document sought; null or absent for all. */
  readonly only?: string | null;
  /** What excerpts highlight; absent, they are plain. */
  readonly marked?: SearchQuery | null;
}

/** A page, what became of the second stage, and the vectors compared. */
export interface FoundByBoth extends HybridPage, Pick<FoundDocuments, "reranking" | "version"> {}

/** Whether the same question may soon get a better answer: the second stage, or meaning, did not answer. */
export function isProvisional({
  reranking,
  version,
}: Pick<FoundDocuments, "reranking" | "version">): boolean {
  return reranking === "timeout" || version === null;
}

type DocumentsAsked = Omit<HybridRequest, "marked">;

type PassageSource = Pick<PassageHit, "boi_id" | "passages">;

/** A document found, with what it is shown from. */
export interface FoundDocument<Source extends PassageSource = PassageHit> {
  readonly hit: FusedHit;
  readonly source: Source;
  /** Best first; at least one. */
  readonly passages: readonly ScoredPassage[];
}

interface FoundDocuments<Source extends PassageSource = PassageHit> {
  readonly documents: readonly FoundDocument<Source>[];
  /** What became of the second stage that orders the first ones. */
  readonly reranking: Reranking;
  /** Version of the vectors compared; null when meaning was unavailable, and words alone count. */
  readonly version: string | null;
}

/**
 * The documents whose edition looked at best matches a question, by its words and its meaning together, each with its
 * best passages.
 * @throws {EngineUnavailable} when words are unavailable.
 */
export async function searchHybrid(
  deps: HybridDeps & HitDeps,
  { question: written, marked = null, editions = IN_FORCE, ...asked }: HybridRequest,
): Promise<FoundByBoth> {
  const { warnings, ...named } = await readNamedQuestion(deps, written);
  const { documents, ...found } = await findDocuments(deps, { ...asked, ...named, editions });
  const results = documents.flatMap(({ hit, source, passages: shown }): HybridHit[] => {
    const [best] = shown;
    if (best === undefined) return [];
    const passages = shown.map((passage) => toHybridPassage(deps, source, passage, marked));
    const { extrait = "" } = passages[0] ?? {};
    return [
      {
        ...toSearchHit(deps, hit.score, source, { passage: best, editions }),
        extrait,
        ...explain(hit),
        passages,
      },
    ];
  });
  return { results, ...found, ...(warnings.length === 0 ? {} : { avertissements: [...warnings] }) };
}

/** `searchHybrid` before it is shown. @throws {EngineUnavailable} when words are unavailable */
export async function findDocuments(deps: HybridDeps, asked: DocumentsAsked): Promise<FoundDocuments> {
  return await findDocumentsIn(deps, asked, (named) => readPassageHits(deps.database, named, asked));
}

/**
 * `findDocuments` for a caller that needs more of each edition, which `read` reads once, with those of the named
 * passages that it has.
 * @throws {EngineUnavailable} as `findDocuments`; what `read` throws.
 */
export async function findDocumentsIn<Source extends PassageSource>(
  deps: HybridDeps,
  { question, only = null, filter, editions = IN_FORCE, limit }: DocumentsAsked,
  read: (named: readonly NamedPassages[]) => Promise<ReadonlyMap<string, Source>>,
): Promise<FoundDocuments<Source>> {
  const { database, timePart = untimed } = deps;
  const texts = await timePart("filter", async () =>
    readSearchedTexts(database, editions, await readKept(database, { filter, only }, editions)),
  );
  const { hits, scores, reranking, version } = await withOrWithoutSense(deps, (compared) =>
    findBoth(deps, { question, texts, editions, version: compared, limit }),
  );
  const named = namePassages(scores);
  const sources = await timePart("reading", () => read(named));
  // The indexes may lag a moment behind: a passage that was just removed is not shown.
  const documents = hits.flatMap((hit): FoundDocument<Source>[] => {
    const source = sources.get(hit.boiId);
    const passages = source === undefined ? [] : bestPassages(source, scores);
    return source === undefined || passages.length === 0 ? [] : [{ hit, source, passages }];
  });
  return { documents, reranking, version };
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
  /** Scores of their passages. */
  readonly scores: PassageScores;
  readonly reranking: Reranking;
  readonly version: string | null;
}

interface AskedOfBoth {
  readonly question: string;
  readonly texts: SearchedTexts;
  readonly editions: EditionsInForce;
  /** Null without meaning. */
  readonly version: string | null;
  readonly limit: number;
}

/** Scores by words alone are what they are beside the vectors of the corpus. */
const WITHOUT_MEANING = { textWeight: TEXT_WEIGHT.corpusModel };

async function findBoth(
  deps: HybridDeps,
  { question, texts, editions, version, limit }: AskedOfBoth,
): Promise<Found> {
  const { vectors, embedders, postings, timePart = untimed } = deps;
  const embedder = version === null ? null : await embedders.of(version);
  const { textWeight } = embedder ?? WITHOUT_MEANING;
  const completed = completeQuestion(question, EVERYDAY_FRENCH);
  const words = new SearchedWords(postings, texts, completed.stems);
  const vector = embedder && (await timePart("encoding", () => embedder.embedQuestion(completed.text)));
  const compare = async (asked: Omit<Comparison, "vector" | "version">): Promise<VectorHit[]> =>
    vector === null || version === null
      ? []
      : await timePart("vectors", () => nearestTexts(vectors, texts, { vector, version, ...asked }));
  // Vectors are compared elsewhere than here, where words are: each is started before what the thread here then does.
  const [nearest, matches] = await Promise.all([
    compare({ limit: CANDIDATES }),
    timePart("words", () => words.rank()),
  ]);
  const others = unnamed(matches, nearest);
  const named = others.length === 0 ? [] : await compare({ limit: others.length, boiIds: others });
  const fused = await timePart("merging", () => fuse({ matches, nearest, named, textWeight }));
  // The second stage judges the texts in force alone, among those that words and meaning propose.
  const isJudged = version !== null && editions.kind === "in force";
  const ranked = isJudged
    ? await rerank(deps, { question, vector, version, textWeight, hits: fused })
    : { hits: fused, reranking: "off" as const };
  const hits = ranked.hits.slice(0, limit);
  const shown = hits.map(({ boiId }) => boiId);
  const [ofMeaning, ofWords] = await timePart("passages", () =>
    Promise.all([
      compare({ limit: PROPOSED * shown.length, boiIds: shown, perDocument: PROPOSED }),
      words.passagesOf(shown, PROPOSED),
    ]),
  );
  const scores = { matches: ofWords, nearest: ofMeaning };
  return { hits, scores, reranking: ranked.reranking, version };
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

/** How many passages a hit shows: one is right for six questions in ten, one of three for more than eight. */
const SHOWN = 3;

/** How many passages of a document each side proposes. */
const PROPOSED = 8;

/** The scores of passages on both sides, lexical and semantic. */
export interface PassageScores {
  readonly matches: readonly PassageMatch[];
  readonly nearest: readonly VectorHit[];
}

interface ScoredPassage extends Passage {
  /** 0 to 1, in thousandths. */
  readonly score: number;
  /** Which of the two it owes most of it to. */
  readonly owes: "text" | "meaning";
}

/** The passages that either side proposes, by document. */
export function namePassages({ matches, nearest }: PassageScores): NamedPassages[] {
  const named = new Map<string, { positions: number[]; textHashes: string[] }>();
  const of = (boiId: string) => {
    const known = named.get(boiId) ?? { positions: [], textHashes: [] };
    named.set(boiId, known);
    return known;
  };
  for (const { boiId, position } of matches) of(boiId).positions.push(position);
  for (const { boiId, textHash } of nearest) of(boiId).textHashes.push(textHash);
  return [...named].map(([boiId, passages]) => ({ boiId, ...passages }));
}

/** A document's passages, best first, ties in text order, by words and meaning (`fuse`); the best of those of one §. */
export function bestPassages(
  { boi_id: boiId, passages }: Pick<PassageHit, "boi_id" | "passages">,
  { matches, nearest }: PassageScores,
): ScoredPassage[] {
  const texts = new Map(ofDocument(matches, boiId).map(({ position, score }) => [position, score]));
  const cosines = new Map(ofDocument(nearest, boiId).map(({ textHash, score }) => [textHash, score]));
  // A passage that the meaning does not propose is no nearer than those that it does.
  const least = Math.min(...cosines.values(), 1);
  const scored = passages.map((passage) => {
    const text = texts.get(passage.position) ?? 0;
    const meaning = cosines.get(passage.textHash) ?? (cosines.size === 0 ? 0 : least);
    const owes = PASSAGE_TEXT_WEIGHT * text > meaning ? ("text" as const) : ("meaning" as const);
    return { ...passage, score: sumOf({ text, meaning }, PASSAGE_TEXT_WEIGHT), owes };
  });
  scored.sort((left, right) => right.score - left.score || left.position - right.position);
  const begun = new Set<string | null>();
  const distinct = scored.filter(({ paragraphe }) => {
    const isNew = paragraphe === null || !begun.has(paragraphe);
    begun.add(paragraphe);
    return isNew;
  });
  return distinct.slice(0, SHOWN).map((passage) => ({ ...passage, score: toThousandths(passage.score) }));
}

function ofDocument<Named extends { readonly boiId: string }>(all: readonly Named[], boiId: string): Named[] {
  return all.filter((one) => one.boiId === boiId);
}
