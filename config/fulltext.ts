import type { AnswerLimit } from "./answer-limit.ts";
import type { Reader } from "./reader.ts";

/** Where texts and titles are searched: in a file of `dataDir`, or in a Meilisearch server. */
export type FulltextConfig =
  | { readonly kind: "embedded" }
  | (AnswerLimit & {
      readonly kind: "meilisearch";
      readonly url: string;
      readonly key: string;
      /** Name of the index of texts, from which that of titles is derived. */
      readonly index: string;
      /** Whether ranking rules and synonyms changed in the indexes themselves survive the worker. */
      readonly keepsSettings: boolean;
      /** How long the worker waits for a task; the engine's default when absent. */
      readonly taskLimitMs?: number;
    });

const MAX_TASK_SECONDS = 86_400;

/**
 * Reads where texts are searched. A production server has keys, and refuses what comes without one: the address alone
 * is a fault.
 */
export function readFulltext(read: Reader, limit: AnswerLimit): FulltextConfig {
  if (read.text("MEILI_URL") === null) {
    for (const name of ["MEILI_KEY", "MEILI_KEEP_SETTINGS", "MEILI_TASK_TIMEOUT"])
      read.absent(name, "sans MEILI_URL, cette variable est sans effet.");
    return { kind: "embedded" };
  }
  const taskSeconds = read.integer("MEILI_TASK_TIMEOUT", null, 1, MAX_TASK_SECONDS);
  read.present("MEILI_KEY", "une clé d'API Meilisearch est attendue avec MEILI_URL.");
  return {
    kind: "meilisearch",
    url: read.url("MEILI_URL", ["http:", "https:"])?.replace(/\/+$/, "") ?? "",
    key: read.headerValue("MEILI_KEY") ?? "",
    index: "doctrine",
    keepsSettings: read.oneOf("MEILI_KEEP_SETTINGS", ["true", "false"], "false") === "true",
    ...limit,
    ...(taskSeconds === null ? {} : { taskLimitMs: taskSeconds * 1_000 }),
  };
}
