import { join } from "node:path";
import type { Config } from "../config.ts";
import {
  openMeilisearchReader,
  openMeilisearchWriter,
  replaceMeilisearchIndexes,
} from "./meilisearch/index.ts";
import type { FullTextReader, FullTextWriter } from "./port.ts";
import { openSqliteReader, openSqliteWriter, replaceSqliteIndex } from "./sqlite/index.ts";

/** What decides which full-text engine runs; plain values, that a thread may be sent. */
export type FullTextConfig = Pick<Config, "dataDir" | "fulltext">;

/** A full-text index as those who fill it see it. */
export interface FullTextIndex {
  openWriter(): Promise<FullTextWriter>;
  /**
   * Fills a new index beside the live one and puts it in its place once `fill` is done: readers never see a
   * hole. When `fill` fails the live one stays.
   */
  rebuild(fill: (writer: FullTextWriter) => Promise<void>): Promise<void>;
}

export function openFullTextReader(config: FullTextConfig): FullTextReader {
  const { fulltext } = config;
  return fulltext.kind === "meilisearch"
    ? openMeilisearchReader(fulltext)
    : openSqliteReader(indexPath(config));
}

export function openFullTextIndex(config: FullTextConfig): FullTextIndex {
  const { fulltext } = config;
  if (fulltext.kind === "meilisearch") {
    return {
      openWriter: () => openMeilisearchWriter(fulltext),
      rebuild: (fill) => replaceMeilisearchIndexes(fulltext, fill),
    };
  }
  const path = indexPath(config);
  return {
    openWriter: async () => openSqliteWriter(path),
    rebuild: (fill) => replaceSqliteIndex(path, fill),
  };
}

function indexPath({ dataDir }: FullTextConfig): string {
  return join(dataDir, "fulltext.sqlite");
}
