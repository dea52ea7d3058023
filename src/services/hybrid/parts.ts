/** What the hybrid search spends its time on: two of them may be under way at once. */
export type HybridPart = "filter" | "encoding" | "words" | "vectors" | "merging" | "reading";

/** Gives what the part gives, its time taken. */
export type TimePart = <Value>(part: HybridPart, work: () => Value | Promise<Value>) => Promise<Value>;

/** Where nobody asks for times. */
export const untimed: TimePart = async (_, work) => await work();
