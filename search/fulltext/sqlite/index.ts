export { openSqliteReader } from "./reader.ts";
export { removeSqliteLeftovers, replaceSqliteIndex } from "./replace.ts";
export { openSqliteWriter } from "./writer.ts";
