import type { TextComparison } from "../../../db/bofip/comparison/compare.ts";
import type { ComparedText } from "../../../db/bofip/comparison/text.ts";

export interface ComparisonRequest {
  readonly id: number;
  readonly before: ComparedText;
  readonly after: ComparedText;
}

/** The comparison, or null when it failed. */
export interface ComparisonAnswer {
  readonly id: number;
  readonly comparison: TextComparison | null;
}
