/** A text's vector, L2-normalised, or null when the text holds nothing to embed. */
export type Embedding = Float32Array | null;

/** Turns texts into vectors that are stored and compared: of `DIMENSIONS` components. */
export interface Embedder {
  /** Name and version: vectors of two versions are never compared. */
  readonly version: string;
  embedPassages(texts: readonly string[]): Promise<Embedding[]>;
  embedQuestion(text: string): Promise<Embedding>;
  /**
   * What the words of a question weigh beside its meaning in hybrid search, set on questions of our own: the cosines
   * of one embedder are more spread out than those of another.
   */
  readonly textWeight: number;
  /** Resolves when the embedder answers; rejects with EngineUnavailable. */
  ping(): Promise<void>;
}

export const DIMENSIONS = 1024;

/** A language model, whose vectors have dimensions of their own: `completed/` completes them. */
export interface Encoder extends Embedder {
  /** `MIN_ENCODER_DIMENSIONS` to `DIMENSIONS`. */
  readonly dimensions: number;
  /** How many passages are given to it at once: what a filling that is killed has to ask for again. */
  readonly passagesAtOnce: number;
}

/** With fewer, a vector tells too little to be worth half of what is stored. */
export const MIN_ENCODER_DIMENSIONS = 64;
