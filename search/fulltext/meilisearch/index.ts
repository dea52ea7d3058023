export type { MeilisearchConfig } from "./connection.ts";
export { readMeilisearchGeneration } from "./indexes.ts";
export { openMeilisearchReader } from "./reader.ts";
export { removeMeilisearchLeftovers, replaceMeilisearchIndexes } from "./replace.ts";
export { keepSearchKey, makeSearchKey, openReaderByKeyFile } from "./search-key.ts";
export { openMeilisearchWriter } from "./writer.ts";
