/** The thread that compares large texts (see `comparator.ts`). */
import { parentPort } from "node:worker_threads";
import { compareTexts, type TextComparison } from "../../../db/bofip/comparison/compare.ts";
import type { ComparisonAnswer, ComparisonRequest } from "./messages.ts";

parentPort?.on("message", (request: ComparisonRequest) => {
  const answer: ComparisonAnswer = { id: request.id, comparison: compare(request) };
  parentPort?.postMessage(answer);
});

/** A comparison that fails leaves the thread to those that wait. */
function compare({ before, after }: ComparisonRequest): TextComparison | null {
  try {
    return compareTexts(before, after);
  } catch {
    return null;
  }
}
