/** The timed parts of the hybrid search: two of them may run at once. */
type HybridPart =
  | "filter"
  | "encoding"
  | "words"
  | "vectors"
  | "merging"
  | "reranking"
  | "passages"
  | "reading";

/** Times a part and returns its result. */
export type TimePart = <Value>(part: HybridPart, work: () => Value | Promise<Value>) => Promise<Value>;

/** For callers that record no times. */
export const untimed: TimePart = async (_, work) => await work();
