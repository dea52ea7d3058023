/** Start parameters of an encoder thread. */
export interface EncoderThread {
  /** Folder of the model's files. */
  readonly folder: string;
  /** The table of tokens, once a thread has read it: 65 MB shared by all. */
  readonly table: SharedArrayBuffer | null;
}

/** Messages of a thread: ready, once, then the vector of each text it receives. */
export type EncoderMessage =
  | { readonly kind: "ready"; readonly table: SharedArrayBuffer }
  | { readonly kind: "vector"; readonly vector: Float32Array };
