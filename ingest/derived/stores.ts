import type { Config } from "../../config/config.ts";
import type { Encoder } from "../../search/embeddings/port.ts";
import { type FullTextIndex, openFullTextIndex } from "../../search/fulltext/open.ts";
import { openVectorIndex } from "../../search/vectors/open.ts";
import type { VectorStores } from "./vectors.ts";

/** What decides which derived stores a run fills; plain values, that a thread may be sent. */
export type StoresConfig = Pick<Config, "dataDir" | "fulltext" | "vectors" | "embeddings">;

/** What a run brings in step with the relational store. */
export interface DerivedStores {
  readonly fullText: FullTextIndex;
  readonly vectors: VectorStores;
}

/** @param model the language model of this process, for want of a service; null where there is none. */
export function openDerivedStores(config: StoresConfig, model: Encoder | null = null): DerivedStores {
  const { embeddings } = config;
  return {
    fullText: openFullTextIndex(config),
    vectors: { embeddings, model, index: openVectorIndex(config) },
  };
}
