import type { EnvironmentReader } from "./environment-reader.ts";

/** How long to wait for an engine's response; the engine's default when absent. */
export interface AnswerLimit {
  readonly answerLimitMs?: number;
}

const MAX_ANSWER_SECONDS = 3_600;

/** Reads the settings common to all engines. */
export function readAnswerLimit(read: EnvironmentReader): AnswerLimit {
  const seconds = read.integer("ENGINE_TIMEOUT", null, 1, MAX_ANSWER_SECONDS);
  return seconds === null ? {} : { answerLimitMs: seconds * 1_000 };
}
