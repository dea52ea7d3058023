import { ANALYZER_VERSION } from "../fulltext/analyzer/index.ts";

/** Raised whenever the same stems are stored otherwise, or other words of a text are left out. */
const FORMAT = 1;

/** Of the stems and of the way they are kept: postings of another version are not read. */
export const POSTINGS_VERSION = `${ANALYZER_VERSION}.${FORMAT}`;
