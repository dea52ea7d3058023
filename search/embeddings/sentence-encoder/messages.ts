/** Start parameters of an encoder thread. */
export interface EncoderThread {
  /** Folder of the model's files. */
  readonly folder: string;
  /** The table of tokens, once a thread has read it: 65 MB shared by all. */
  readonly table: SharedArrayBuffer | null;
}

/** What a thread says once, when it can answer each text with its vector. */
export interface EncoderReady {
  readonly table: SharedArrayBuffer;
}
