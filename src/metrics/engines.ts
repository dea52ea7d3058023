import type { Admissions } from "../../db/admission/port.ts";
import type { QuestionEmbedders } from "../../search/embeddings/open.ts";
import type { FullTextReader } from "../../search/fulltext/port.ts";
import type { Reranker } from "../../search/reranking/port.ts";
import type { PostingsReader } from "../../search/stems/live-postings.ts";
import type { VectorReader } from "../../search/vectors/port.ts";
import type { Metrics } from "./registry.ts";

// Each call forwards whatever it is given: named one by one, an optional argument added to a port would be dropped.

/** The same engine, with each call timed. */
export function measuredFullText(engine: FullTextReader, metrics: Metrics): FullTextReader {
  return {
    search: (...asked) => metrics.timed("fulltext", "search", () => engine.search(...asked)),
    count: (...asked) => metrics.timed("fulltext", "count", () => engine.count(...asked)),
    facets: (...asked) => metrics.timed("fulltext", "facets", () => engine.facets(...asked)),
    wordsBeginning: (...asked) => metrics.timed("fulltext", "words", () => engine.wordsBeginning(...asked)),
    suggest: (...asked) => metrics.timed("fulltext", "suggest", () => engine.suggest(...asked)),
    ping: (...asked) => metrics.timed("fulltext", "ping", () => engine.ping(...asked)),
    close: (...asked) => engine.close(...asked),
  };
}

/** The same engine, with each call timed. */
export function measuredVectors(engine: VectorReader, metrics: Metrics): VectorReader {
  return {
    search: (...asked) => metrics.timed("vectors", "search", () => engine.search(...asked)),
    ping: (...asked) => metrics.timed("vectors", "ping", () => engine.ping(...asked)),
    close: (...asked) => engine.close(...asked),
  };
}

/** The same stems, with each query timed. */
export function measuredPostings(postings: PostingsReader, metrics: Metrics): PostingsReader {
  return {
    rank: (...asked) => metrics.timed("postings", "rank", () => postings.rank(...asked)),
    passagesOf: (...asked) => metrics.timed("postings", "passages", () => postings.passagesOf(...asked)),
  };
}

/** The same embedders, with each question timed. */
export function measuredEmbedders(embedders: QuestionEmbedders, metrics: Metrics): QuestionEmbedders {
  return {
    canHave: (...asked) => embedders.canHave(...asked),
    async of(...asked) {
      const embedder = await embedders.of(...asked);
      return {
        version: embedder.version,
        textWeight: embedder.textWeight,
        embedPassages: (...asked) => embedder.embedPassages(...asked),
        embedQuestion: (...asked) =>
          metrics.timed("embeddings", "question", () => embedder.embedQuestion(...asked)),
        ping: (...asked) => embedder.ping(...asked),
      };
    },
  };
}

/** The same second stage, with each call timed. */
export function measuredReranker(reranker: Reranker, metrics: Metrics): Reranker {
  return {
    weight: reranker.weight,
    canJudge: (...asked) => reranker.canJudge(...asked),
    judge: (...asked) => metrics.timed("reranking", "judge", () => reranker.judge(...asked)),
    remark: (...asked) => reranker.remark(...asked),
  };
}

/** The same admissions, with each request's wait timed. */
export function measuredAdmissions(admissions: Admissions, metrics: Metrics): Admissions {
  return {
    admit: (...asked) => metrics.timed("relational", "admit", () => admissions.admit(...asked)),
    charge: (...asked) => admissions.charge(...asked),
    recall: (...asked) => admissions.recall(...asked),
    refund: (...asked) => admissions.refund(...asked),
  };
}
