import type { Admissions } from "../../db/admission/port.ts";
import type { QuestionEmbedders } from "../../search/embeddings/open.ts";
import type { FullTextReader } from "../../search/fulltext/port.ts";
import type { Reranker } from "../../search/reranking/port.ts";
import type { PostingsReader } from "../../search/stems/live-postings.ts";
import type { VectorReader } from "../../search/vectors/port.ts";
import type { Metrics } from "./registry.ts";

/** The same engine, with each call timed. */
export function measuredFullText(engine: FullTextReader, metrics: Metrics): FullTextReader {
  return {
    search: (request) => metrics.timed("fulltext", "search", () => engine.search(request)),
    count: (...asked) => metrics.timed("fulltext", "count", () => engine.count(...asked)),
    facets: (...asked) => metrics.timed("fulltext", "facets", () => engine.facets(...asked)),
    wordsBeginning: (letters) => metrics.timed("fulltext", "words", () => engine.wordsBeginning(letters)),
    suggest: (text, limit) => metrics.timed("fulltext", "suggest", () => engine.suggest(text, limit)),
    ping: () => metrics.timed("fulltext", "ping", () => engine.ping()),
    close: () => engine.close(),
  };
}

/** The same engine, with each call timed. */
export function measuredVectors(engine: VectorReader, metrics: Metrics): VectorReader {
  return {
    search: (query) => metrics.timed("vectors", "search", () => engine.search(query)),
    ping: (version) => metrics.timed("vectors", "ping", () => engine.ping(version)),
    close: () => engine.close(),
  };
}

/** The same stems, with each query timed. */
export function measuredPostings(postings: PostingsReader, metrics: Metrics): PostingsReader {
  return {
    rank: (question, isCandidate) =>
      metrics.timed("postings", "rank", () => postings.rank(question, isCandidate)),
    passagesOf: (question, boiIds, most) =>
      metrics.timed("postings", "passages", () => postings.passagesOf(question, boiIds, most)),
  };
}

/** The same embedders, with each question timed. */
export function measuredEmbedders(embedders: QuestionEmbedders, metrics: Metrics): QuestionEmbedders {
  return {
    canHave: (version) => embedders.canHave(version),
    async of(version) {
      const embedder = await embedders.of(version);
      return {
        version: embedder.version,
        textWeight: embedder.textWeight,
        embedPassages: (texts) => embedder.embedPassages(texts),
        embedQuestion: (text) => metrics.timed("embeddings", "question", () => embedder.embedQuestion(text)),
        ping: () => embedder.ping(),
      };
    },
  };
}

/** The same second stage, with each call timed. */
export function measuredReranker(reranker: Reranker, metrics: Metrics): Reranker {
  return {
    weight: reranker.weight,
    canJudge: (version) => reranker.canJudge(version),
    judge: (asked) => metrics.timed("reranking", "judge", () => reranker.judge(asked)),
    remark: () => reranker.remark(),
  };
}

/** The same admissions, with each request's wait timed. */
export function measuredAdmissions(admissions: Admissions, metrics: Metrics): Admissions {
  return {
    admit: (allowance, isChargeable, signal) =>
      metrics.timed("relational", "admit", () => admissions.admit(allowance, isChargeable, signal)),
    charge: (allowance, counted) => admissions.charge(allowance, counted),
    recall: (allowance, refusal) => admissions.recall(allowance, refusal),
    refund: (unit) => admissions.refund(unit),
  };
}
