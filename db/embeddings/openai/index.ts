export { learnDimensions, type OpenaiLimits, openaiEncoder } from "./embedder.ts";
export { dimensionsOf } from "./version.ts";
