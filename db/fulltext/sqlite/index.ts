export { openSqliteReader } from "./reader.ts";
export { replaceSqliteIndex } from "./replace.ts";
export { openSqliteWriter } from "./writer.ts";
