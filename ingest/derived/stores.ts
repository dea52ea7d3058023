import type { Config } from "../../config/config.ts";
import type { Encoder } from "../../search/embeddings/port.ts";
import { type FullTextIndex, openFullTextIndex } from "../../search/fulltext/open.ts";
import { openVectorIndex } from "../../search/vectors/open.ts";
import type { VectorStores } from "./vectors/sync.ts";

/** Decides which derived stores a run fills; plain values, which can be sent to a thread. */
export type StoresConfig = Pick<Config, "dataDir" | "fulltext" | "vectors" | "embeddings">;

/** The stores that a run brings in step with the relational one. */
export interface DerivedStores {
  readonly fullText: FullTextIndex;
  readonly vectors: VectorStores;
}

/** @param model this process's language model, used without a service; null when there is none. */
export function openDerivedStores(config: StoresConfig, model: Encoder | null = null): DerivedStores {
  const { embeddings } = config;
  return {
    fullText: openFullTextIndex(config),
    vectors: { embeddings, model, index: openVectorIndex(config) },
  };
}
