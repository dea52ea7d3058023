import type { ModelConfig } from "../../config/config.ts";
import { openSentenceEncoder, type SentenceEncoder } from "./sentence-encoder/encoder.ts";
import { isModelKept, modelFolder } from "./sentence-encoder/files/folder.ts";

/** The process's own language model, which needs no service. */
export interface LanguageModel {
  /** Whether its files are installed; they may appear while the process runs. */
  isKept(): boolean;
  /** One per process: its threads serve questions first, then passages. */
  readonly encoder: SentenceEncoder;
}

/** @param config null when disabled. */
export function openLanguageModel(config: ModelConfig | null): LanguageModel | null {
  if (config === null) return null;
  const folder = modelFolder(config.modelsFolder);
  return { isKept: () => isModelKept(folder), encoder: openSentenceEncoder(folder, config.threads) };
}
