/** A text's vector, L2-normalised, or null when the text contains nothing to embed. */
export type Embedding = Float32Array | null;

/** Turns texts into vectors of `DIMENSIONS` components, to be stored and compared. */
export interface Embedder {
  /** Name and version: vectors of different versions are never compared. */
  readonly version: string;
  embedPassages(texts: readonly string[]): Promise<Embedding[]>;
  embedQuestion(text: string): Promise<Embedding>;
  /** Weight of a question's words beside its meaning, tuned on our own questions: cosines spread by embedder. */
  readonly textWeight: number;
  /** Resolves when the embedder is available; rejects with EngineUnavailable. */
  ping(): Promise<void>;
}

export const DIMENSIONS = 1024;

/** A language model, whose vectors may have fewer dimensions: `completed/` completes them. */
export interface Encoder extends Embedder {
  /** `MIN_ENCODER_DIMENSIONS` to `DIMENSIONS`. */
  readonly dimensions: number;
  /** Number of passages sent at once: the most that a killed filling has to ask for again. */
  readonly passagesAtOnce: number;
}

/** Below this, a vector has too little information to be worth half of what is stored. */
export const MIN_ENCODER_DIMENSIONS = 64;
