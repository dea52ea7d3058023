import { resolve } from "node:path";
import type { EnvironmentReader } from "./environment-reader.ts";

/** Full-text engine: a file of `dataDir`, or a Meilisearch server. */
export type FulltextConfig =
  | { readonly kind: "embedded" }
  | (AnswerLimit & {
      readonly kind: "meilisearch";
      /** One server, or several by commas, each with the whole index; they share the keys. */
      readonly url: string;
      /** A key that writes; null for a process that only reads. */
      readonly key: string | null;
      /** A key that only reads; readers take `key` when absent. */
      readonly searchKey?: string;
      /** Absolute path of a file of that key, which the worker writes and readers without another key read. */
      readonly searchKeyFile?: string;
      /** Name of the text index, from which the title index's name is derived. */
      readonly index: string;
      /** Whether the worker preserves ranking rules and synonyms changed directly in the indexes. */
      readonly keepsSettings: boolean;
      /** How long the worker waits for a task; the engine's default when absent. */
      readonly taskLimitMs?: number;
    });

const MAX_TASK_SECONDS = 86_400;

/** Reads the full-text settings; a server's address without keys is a fault. `ingests`: this process writes the index. */
export function readFulltext(read: EnvironmentReader, limit: AnswerLimit, ingests: boolean): FulltextConfig {
  if (read.text("MEILI_URL") === null) {
    for (const name of [
      "MEILI_KEY",
      "MEILI_SEARCH_KEY",
      "MEILI_SEARCH_KEY_FILE",
      "MEILI_KEEP_SETTINGS",
      "MEILI_TASK_TIMEOUT",
    ])
      read.absent(name, "sans MEILI_URL, cette variable est sans effet.");
    return { kind: "embedded" };
  }
  const taskSeconds = read.integer("MEILI_TASK_TIMEOUT", null, 1, MAX_TASK_SECONDS);
  const urls = (read.urls("MEILI_URL", ["http:", "https:"]) ?? "").split(",").map(withoutEndSlashes);
  if (new Set(urls).size < urls.length)
    read.faults.push("MEILI_URL : la même adresse y est deux fois ; une par serveur est attendue.");
  const searchKey = read.headerValue("MEILI_SEARCH_KEY");
  const searchKeyFile = read.text("MEILI_SEARCH_KEY_FILE");
  if ((searchKey === null && searchKeyFile === null) || ingests)
    read.present("MEILI_KEY", "une clé d'API Meilisearch est attendue avec MEILI_URL.");
  const key = read.headerValue("MEILI_KEY");
  return {
    kind: "meilisearch",
    url: urls.join(","),
    key,
    ...(searchKey === null ? {} : { searchKey }),
    ...(searchKeyFile === null ? {} : { searchKeyFile: resolve(searchKeyFile) }),
    index: "doctrine",
    keepsSettings: read.oneOf("MEILI_KEEP_SETTINGS", ["true", "false"], "false") === "true",
    ...limit,
    ...(taskSeconds === null ? {} : { taskLimitMs: taskSeconds * 1_000 }),
  };
}

function withoutEndSlashes(url: string): string {
  return url.replace(/\/+$/, "");
}

/** How long to wait for an engine's response; the engine's default when absent. */
export interface AnswerLimit {
  readonly answerLimitMs?: number;
}

const MAX_ANSWER_SECONDS = 3_600;

/** Reads the settings common to all engines. */
export function readAnswerLimit(read: EnvironmentReader): AnswerLimit {
  const seconds = read.integer("ENGINE_TIMEOUT", null, 1, MAX_ANSWER_SECONDS);
  return seconds === null ? {} : { answerLimitMs: seconds * 1_000 };
}
