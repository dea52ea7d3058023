export { fold } from "../../../bofip/text/characters.ts";
export { analyze } from "./analyze.ts";
export { stem } from "./forms.ts";
export { isStopWord, STOP_WORDS } from "./next-word.ts";
export type { Token } from "./token.ts";

/** Raise whenever a text may give other tokens or stems: indexes built with another version are stale. */
export const ANALYZER_VERSION = 4;
