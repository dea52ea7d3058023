import { join } from "node:path";
import type { Config } from "../../config/config.ts";
import type { StoreDigest } from "../../db/engine/digest.ts";
import { digestOf } from "../../db/engine/digest.ts";
import { EngineUnavailable } from "../../db/engine/unavailable.ts";
import { eachServer, type MeilisearchConfig } from "./meilisearch/connection.ts";
import { readMeilisearchGeneration } from "./meilisearch/indexes.ts";
import { openMeilisearchReader } from "./meilisearch/reader.ts";
import { removeMeilisearchLeftovers, replaceMeilisearchIndexes } from "./meilisearch/replace.ts";
import { openReaderByKeyFile } from "./meilisearch/search-key.ts";
import { nameOfServer, openServersReader, type ServersDeps } from "./meilisearch/servers.ts";
import { openMeilisearchWriter } from "./meilisearch/writer.ts";
import type { FullTextReader, FullTextWriter } from "./port.ts";
import { readSqliteGeneration } from "./sqlite/live-file.ts";
import { openSqliteReader } from "./sqlite/reader.ts";
import { removeSqliteLeftovers, replaceSqliteIndex } from "./sqlite/replace.ts";
import { openSqliteWriter } from "./sqlite/writer.ts";

/**
 * Shares of a rebuild's time (`bun run bench fill`). Meilisearch, 1,035 documents of real size: replacing 25 % takes
 * 0.38, 40 % 0.72, 50 % 0.93; removing or adding, about half. SQLite, 1,380 documents, where each batch appends to
 * every term's postings: replacing 2 % takes 0.3, 10 % 0.9, 25 % 2.1; adding, two thirds.
 */
const MEILISEARCH_BREAK_EVEN = 0.5;
const SQLITE_BREAK_EVEN = 0.1;

/** Selects the full-text engine; plain values, which can be sent to a thread. */
type FullTextConfig = Pick<Config, "dataDir" | "fulltext">;

/** A full-text index, as seen by ingestion. */
export interface FullTextIndex {
  /** Share of the documents to write into the live index from which a rebuild is faster. */
  readonly breakEven: number;
  /** Whether only this service writes it: any difference from what was written is then damage. */
  readonly isEmbedded: boolean;
  openWriter(): Promise<FullTextWriter>;
  /** Fills a new index beside the live one and swaps it in once `fill` is done; if it fails, the live one is kept. */
  rebuild(fill: (writer: FullTextWriter) => Promise<void>): Promise<void>;
  /** Deletes what interrupted rebuilds left; then nothing requested by an earlier process is still pending. */
  removeLeftovers(): Promise<void>;
  /** Digest of the documents stored in the live index. @throws {StoreDamaged} */
  digest(): Promise<StoreDigest>;
  /** Another text after every change of the live index. Throws `EngineUnavailable`, or `StoreDamaged` on proof. */
  generation(): Promise<string>;
}

/** One of the servers that hold the index, each the whole of it. */
export interface FullTextServer extends FullTextIndex {
  readonly name: string;
  /** Its place in `MEILI_URL`, from 1: how operators are told of it. */
  readonly rank: number;
}

/** What ingestion fills: an index, or the same one on several servers. */
export type FullTextStore =
  | FullTextIndex
  | { readonly isEmbedded: false; readonly servers: readonly FullTextServer[] };

/** @param deps tells which servers are in step; required when there are several. */
export function openFullTextReader(config: FullTextConfig, deps?: ServersDeps): FullTextReader {
  const { fulltext } = config;
  if (fulltext.kind === "embedded") return openSqliteReader(indexPath(config));
  const open = (key: string) => {
    const servers = eachServer({ ...fulltext, key });
    if (servers.length === 1) return openMeilisearchReader({ ...fulltext, key });
    if (deps === undefined)
      throw new Error("several servers are read by what the relational store knows of them");
    return openServersReader(servers, deps);
  };
  const key = fulltext.searchKey ?? fulltext.key;
  return key === null && fulltext.searchKeyFile !== undefined
    ? openReaderByKeyFile(fulltext.searchKeyFile, open)
    : open(key ?? "");
}

/** Opens what ingestion fills: one index, or that of each server. */
export function openFullTextStore(config: FullTextConfig): FullTextStore {
  const { fulltext, dataDir } = config;
  if (fulltext.kind === "embedded") return openFullTextIndex(config);
  const servers = eachServer(fulltext).map((server, index) => ({
    ...openFullTextIndex({ dataDir, fulltext: server }),
    name: nameOfServer(server.url),
    rank: index + 1,
  }));
  const [only, ...others] = servers;
  return only !== undefined && others.length === 0 ? only : { isEmbedded: false, servers };
}

/** @param config of the embedded index, or of one server. */
export function openFullTextIndex(config: FullTextConfig): FullTextIndex {
  const { fulltext } = config;
  if (fulltext.kind === "meilisearch") {
    const openWriter = async () => openMeilisearchWriter(writable(fulltext));
    const rebuild: FullTextIndex["rebuild"] = async (fill) =>
      replaceMeilisearchIndexes(writable(fulltext), fill);
    return {
      breakEven: MEILISEARCH_BREAK_EVEN,
      isEmbedded: false,
      openWriter,
      rebuild,
      removeLeftovers: async () => removeMeilisearchLeftovers(writable(fulltext)),
      digest: () => digestHeld(openWriter),
      generation: async () => readMeilisearchGeneration(writable(fulltext)),
    };
  }
  const path = indexPath(config);
  const openWriter = async () => openSqliteWriter(path);
  return {
    breakEven: SQLITE_BREAK_EVEN,
    isEmbedded: true,
    openWriter,
    rebuild: (fill) => replaceSqliteIndex(path, fill),
    removeLeftovers: async () => removeSqliteLeftovers(path),
    digest: () => digestHeld(openWriter),
    generation: async () => readSqliteGeneration(path),
  };
}

/** @throws {EngineUnavailable} without a key that writes. */
export function writable(
  config: Extract<FullTextConfig["fulltext"], { kind: "meilisearch" }>,
): MeilisearchConfig {
  if (config.key !== null) return { ...config, key: config.key };
  throw new EngineUnavailable("meilisearch", "MEILI_KEY manque : MEILI_SEARCH_KEY ne permet que de lire.");
}

async function digestHeld(openWriter: FullTextIndex["openWriter"]): Promise<StoreDigest> {
  const writer = await openWriter();
  try {
    return digestIndex(await writer.hashes());
  } finally {
    await writer.close();
  }
}

function indexPath({ dataDir }: FullTextConfig): string {
  return join(dataDir, "fulltext.sqlite");
}

/** Entry of an index's digest for a document. */
function indexEntry(boiId: string, hash: string): string {
  return `${boiId} ${hash}`;
}

/** @param hashes see `FullTextWriter.hashes`. */
export function digestIndex(hashes: ReadonlyMap<string, string>): StoreDigest {
  return digestOf(hashes.entries().map(([boiId, hash]) => indexEntry(boiId, hash)));
}
