import type { AnswerLimit } from "./answer-limit.ts";
import type { EnvironmentReader } from "./environment-reader.ts";

/** The relational store, the source of truth: PGlite, or a PostgreSQL server. */
export type DatabaseConfig =
  | {
      readonly kind: "embedded";
      /** Below this much free disk space nothing is written; not checked when absent. */
      readonly minFreeBytes?: number;
    }
  | ({
      readonly kind: "server";
      readonly url: string;
      /** A replica from which the API reads documents. */
      readonly readUrl?: string;
    } & AnswerLimit);

const MIB = 1024 * 1024;
/** Four WAL segments. */
const USUAL_FREE_MIB = 64;
/** One WAL segment: the most that the next statement may allocate. */
const LEAST_FREE_MIB = 16;
const MOST_FREE_MIB = 65_536;

const PROTOCOLS = ["postgres:", "postgresql:"];

/** Reads the settings of the relational store. */
export function readDatabase(read: EnvironmentReader, limit: AnswerLimit): DatabaseConfig {
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
