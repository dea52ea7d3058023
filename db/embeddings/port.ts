/** A text's vector: 1024 dimensions, L2-normalised, or null when the text holds nothing to embed. */
export type Embedding = Float32Array | null;
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
