import type { ModelConfig } from "../../config/model.ts";
import {
  isModelKept,
  modelFolder,
  openSentenceEncoder,
  type SentenceEncoder,
} from "./sentence-encoder/index.ts";

/** The language model of this process, which needs no service. */
export interface LanguageModel {
  /** Whether its files are there; they may come while the process runs. */
  isKept(): boolean;
  /** One for the process: its threads serve questions first, then passages. */
  readonly encoder: SentenceEncoder;
}

/** @param config null where there is to be none. */
export function openLanguageModel(config: ModelConfig | null): LanguageModel | null {
  if (config === null) return null;
  const folder = modelFolder(config.modelsFolder);
  return { isKept: () => isModelKept(folder), encoder: openSentenceEncoder(folder, config.threads) };
}
