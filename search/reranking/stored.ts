import type { OpenaiConfig } from "../../config/embeddings.ts";
import { DEFAULT_RERANK_WEIGHT } from "../../config/reranking.ts";
import { encoderAlone, partsOf } from "../embeddings/completed/index.ts";
import { dimensionsOf } from "../embeddings/openai/index.ts";
import type { VectorReader } from "../vectors/port.ts";
import type { Reranker } from "./port.ts";

/**
 * The reranker that compares the question with the vectors that an embeddings service has filled, by that service's
 * part of them alone: every passage of each document counts, and nothing is asked of the service.
 */
export function storedReranker(config: OpenaiConfig, vectors: Pick<VectorReader, "search">): Reranker {
  const dimensionsIn = (version: string) => {
    const { encoder } = partsOf(version);
    return encoder === null ? null : dimensionsOf(config, encoder);
  };
  return {
    weight: DEFAULT_RERANK_WEIGHT,
    canJudge: (version) => dimensionsIn(version) !== null,
    async judge({ vector, version, passages }) {
      const dimensions = dimensionsIn(version);
      const alone = vector === null || dimensions === null ? null : encoderAlone(vector, dimensions);
      if (alone === null) return passages.map(() => null);
      const among = passages.map(({ boiId }) => boiId);
      const query = { vector: alone, version, domaine: null, limit: among.length, among };
      const cosines = new Map((await vectors.search(query)).map(({ boiId, score }) => [boiId, score]));
      return among.map((boiId) => cosines.get(boiId) ?? null);
    },
    remark: () => null,
  };
}
