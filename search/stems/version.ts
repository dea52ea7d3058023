import { ANALYZER_VERSION } from "../fulltext/analyzer/index.ts";

/** Raise whenever the same stems are stored differently, or other words of a text are excluded. */
const FORMAT = 2;

/** Version of the stems and of their storage format: postings of another version are ignored. */
export const POSTINGS_VERSION = `${ANALYZER_VERSION}.${FORMAT}`;

/** Under which the postings of past texts are stored, apart from those of a version, which other processes may read. */
export function pastVersion(version: string): string {
  return `${version}-passes`;
}
