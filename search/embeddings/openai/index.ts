export { learnDimensions, type OpenaiLimits, openaiEncoder } from "./embedder.ts";
export { dimensionsOf, openaiVersion } from "./version.ts";
