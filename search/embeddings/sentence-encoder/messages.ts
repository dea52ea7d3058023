/** What a thread of the encoder is given at its start. */
export interface EncoderThread {
  /** Folder of the model's files. */
  readonly folder: string;
  /** The table of tokens, once a thread has read it: 65 MB that all share. */
  readonly table: SharedArrayBuffer | null;
}

/** What a thread says: that it is ready, once, then the vector of each text it is sent. */
export type EncoderMessage =
  | { readonly kind: "ready"; readonly table: SharedArrayBuffer }
  | { readonly kind: "vector"; readonly vector: Float32Array };
