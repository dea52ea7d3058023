import type { AnswerLimit } from "./answer-limit.ts";
import type { Reader } from "./reader.ts";

/** Where the truth is kept: in PGlite, or in a PostgreSQL server. */
export type DatabaseConfig =
  | { readonly kind: "embedded" }
  | ({
      readonly kind: "server";
      readonly url: string;
      /** A replica of it, which the API reads documents from. */
      readonly readUrl?: string;
    } & AnswerLimit);

const PROTOCOLS = ["postgres:", "postgresql:"];

/** Reads where the truth is kept. */
export function readDatabase(read: Reader, limit: AnswerLimit): DatabaseConfig {
  const url = read.url("DATABASE_URL", PROTOCOLS);
  if (url === null) {
    read.absent("DATABASE_READ_URL", "sans DATABASE_URL, cette variable est sans effet.");
    return { kind: "embedded" };
  }
  const readUrl = read.url("DATABASE_READ_URL", PROTOCOLS);
  return { kind: "server", url, ...limit, ...(readUrl === null ? {} : { readUrl }) };
}
