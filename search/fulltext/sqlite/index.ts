export { readSqliteGeneration } from "./generation.ts";
export { openSqliteReader } from "./reader.ts";
export { removeSqliteLeftovers, replaceSqliteIndex } from "./replace.ts";
export { openSqliteWriter } from "./writer.ts";
