import { DIMENSIONS, type Encoder } from "../port.ts";

/** What a version of vectors tells of who made them. */
export interface VersionParts {
  /** Version of the encoder; null for the vectors of a corpus model alone. */
  readonly encoder: string | null;
  /** Version of the corpus model; null for the vectors of an encoder alone. */
  readonly corpus: string | null;
}

/** Between the two: no corpus model's version holds it. */
const JOIN = "+";
const CORPUS = "corpus-";

/** Version of the vectors of an encoder completed by a corpus model. */
export function completedVersion(encoder: string, corpus: string): string {
  return `${encoder}${JOIN}${corpus}`;
}

/** Version of the vectors of an encoder beside a corpus model, which completes them when they are too small. */
export function versionOver(encoder: Pick<Encoder, "version" | "dimensions">, corpus: string): string {
  return encoder.dimensions === DIMENSIONS ? encoder.version : completedVersion(encoder.version, corpus);
}

/** The parts of a version of vectors, whoever made them. */
export function partsOf(version: string): VersionParts {
  if (version.startsWith(CORPUS)) return { encoder: null, corpus: version };
  const at = version.lastIndexOf(`${JOIN}${CORPUS}`);
  if (at < 0) return { encoder: version, corpus: null };
  return { encoder: version.slice(0, at), corpus: version.slice(at + JOIN.length) };
}
