export type { MeilisearchConfig } from "./connection.ts";
export { readMeilisearchGeneration } from "./generation.ts";
export { openMeilisearchReader } from "./reader.ts";
export { removeMeilisearchLeftovers, replaceMeilisearchIndexes } from "./replace.ts";
export { openMeilisearchWriter } from "./writer.ts";
