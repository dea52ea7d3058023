export { type OpenaiLimits, openaiEmbedder } from "./embedder.ts";
