import type { Admissions } from "../../db/admission/port.ts";
import { decorate } from "../../db/engine/decorate.ts";
import type { QuestionEmbedders } from "../../search/embeddings/open.ts";
import type { FullTextReader } from "../../search/fulltext/port.ts";
import type { Reranker } from "../../search/reranking/port.ts";
import type { PostingsReader } from "../../search/stems/live-postings.ts";
import type { VectorReader } from "../../search/vectors/port.ts";
import type { Metrics } from "./registry.ts";

/** What searches ask. */
export interface SearchEngines {
  readonly fulltext: FullTextReader;
  readonly vectors: VectorReader;
  readonly postings: PostingsReader;
  readonly embedders: QuestionEmbedders;
}

/** Engines whose calls are timed. */
export function measured(engines: SearchEngines, metrics: Metrics): SearchEngines {
  return {
    fulltext: decorate(engines.fulltext, {
      search: (call) => metrics.timed("fulltext", "search", call),
      count: (call) => metrics.timed("fulltext", "count", call),
      facets: (call) => metrics.timed("fulltext", "facets", call),
      wordsBeginning: (call) => metrics.timed("fulltext", "words", call),
      suggest: (call) => metrics.timed("fulltext", "suggest", call),
      ping: (call) => metrics.timed("fulltext", "ping", call),
    }),
    vectors: decorate(engines.vectors, {
      search: (call) => metrics.timed("vectors", "search", call),
      ping: (call) => metrics.timed("vectors", "ping", call),
    }),
    postings: decorate(engines.postings, {
      rank: (call) => metrics.timed("postings", "rank", call),
      passagesOf: (call) => metrics.timed("postings", "passages", call),
    }),
    embedders: decorate(engines.embedders, {
      of: async (call) =>
        decorate(await call(), {
          embedQuestion: (encode) => metrics.timed("embeddings", "question", encode),
        }),
    }),
  };
}

/** A second stage whose calls are timed. */
export function measuredReranker(reranker: Reranker, metrics: Metrics): Reranker {
  return decorate(reranker, { judge: (call) => metrics.timed("reranking", "judge", call) });
}

/** Admissions whose waits are timed, request by request. */
export function measuredAdmissions(admissions: Admissions, metrics: Metrics): Admissions {
  return decorate(admissions, { admit: (call) => metrics.timed("relational", "admit", call) });
}
