import { DIMENSIONS, type Encoder } from "../port.ts";

/** The models identified by a version of vectors. */
interface VersionParts {
  /** Version of the encoder; null for the vectors of a corpus model alone. */
  readonly encoder: string | null;
  /** Version of the corpus model; null for the vectors of an encoder alone. */
  readonly corpus: string | null;
}

/**
 * Separator that no corpus model's version contains. Change it when a layout does: completed vectors of another one are
 * then those of an encoder that no process has, and are completed anew from the encoder's own.
 */
const JOIN = "+2+";
const CORPUS = "corpus-";

/** Version of an encoder's vectors completed by a corpus model. */
export function completedVersion(encoder: string, corpus: string): string {
  return `${encoder}${JOIN}${corpus}`;
}

/** Version of an encoder's vectors beside a corpus model, which completes them when they are too small. */
export function versionOver(encoder: Pick<Encoder, "version" | "dimensions">, corpus: string): string {
  return encoder.dimensions === DIMENSIONS ? encoder.version : completedVersion(encoder.version, corpus);
}

/** Parses a version of vectors of any kind. */
export function partsOf(version: string): VersionParts {
  if (version.startsWith(CORPUS)) return { encoder: null, corpus: version };
  const at = version.lastIndexOf(`${JOIN}${CORPUS}`);
  if (at < 0) return { encoder: version, corpus: null };
  return { encoder: version.slice(0, at), corpus: version.slice(at + JOIN.length) };
}
