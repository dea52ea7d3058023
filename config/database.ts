import type { AnswerLimit } from "./answer-limit.ts";
import type { Reader } from "./reader.ts";

/** Where the truth is kept: in PGlite, or in a PostgreSQL server. */
export type DatabaseConfig =
  | {
      readonly kind: "embedded";
      /** Under that much room on its disk nothing is written; never looked at when absent. */
      readonly minFreeBytes?: number;
    }
  | ({
      readonly kind: "server";
      readonly url: string;
      /** A replica of it, which the API reads documents from. */
      readonly readUrl?: string;
    } & AnswerLimit);

const MIB = 1024 * 1024;
/** Four segments of the database's log. */
const USUAL_FREE_MIB = 64;
/** One segment of it: what the next statement may ask for. */
const LEAST_FREE_MIB = 16;
const MOST_FREE_MIB = 65_536;

const PROTOCOLS = ["postgres:", "postgresql:"];

/** Reads where the truth is kept. */
export function readDatabase(read: Reader, limit: AnswerLimit): DatabaseConfig {
  const url = read.url("DATABASE_URL", PROTOCOLS);
  if (url === null) {
    read.absent("DATABASE_READ_URL", "sans DATABASE_URL, cette variable est sans effet.");
    const minFree = read.integer("MIN_FREE_SPACE", USUAL_FREE_MIB, LEAST_FREE_MIB, MOST_FREE_MIB);
    return { kind: "embedded", minFreeBytes: minFree * MIB };
  }
  read.absent("MIN_FREE_SPACE", "avec DATABASE_URL, c'est le serveur qui surveille son disque.");
  const readUrl = read.url("DATABASE_READ_URL", PROTOCOLS);
  return { kind: "server", url, ...limit, ...(readUrl === null ? {} : { readUrl }) };
}
