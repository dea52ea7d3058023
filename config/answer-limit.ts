import type { Reader } from "./reader.ts";

/** How long an engine may leave a request without answer; its own default when absent. */
export interface AnswerLimit {
  readonly answerLimitMs?: number;
}

const MAX_ANSWER_SECONDS = 3_600;

/** Reads what every engine is given alike. */
export function readAnswerLimit(read: Reader): AnswerLimit {
  const seconds = read.integer("ENGINE_TIMEOUT", null, 1, MAX_ANSWER_SECONDS);
  return seconds === null ? {} : { answerLimitMs: seconds * 1_000 };
}
