/** A passage that stands for its document, by its text or by its place among those of the document, from 0. */
export type JudgedPassage = { readonly boiId: string } & (
  | { readonly textHash: string }
  | { readonly position: number }
);

/** A question with the documents that the first stage of hybrid search put first. */
export interface RerankedQuestion {
  readonly question: string;
  /** Its vector of the version below, L2-normalised; null when it has none. */
  readonly vector: Float32Array | null;
  /** Version of the vectors that the first stage compared it with. */
  readonly version: string;
  /** A document each, by its best passage. */
  readonly passages: readonly JudgedPassage[];
}

/** The second stage of hybrid search: judges a few documents better than the first one could judge all of them. */
export interface Reranker {
  /** Weight of its judgements, spread from 0 to 1, when the score of the first stage weighs 1. */
  readonly weight: number;
  /** Whether it can judge what was found by vectors of that version. */
  canJudge(version: string): boolean;
  /**
   * How well each document answers, in the order given, on a scale of its own; null for one that it can't judge.
   * @throws {EngineUnavailable} when it does not answer in time, or can't be asked.
   */
  judge(asked: RerankedQuestion): Promise<readonly (number | null)[]>;
  /** A sentence for the operator while it does not answer; null otherwise. */
  remark(): string | null;
}
