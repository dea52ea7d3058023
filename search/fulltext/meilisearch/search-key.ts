import { randomUUID } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { type KeyCreation, MeilisearchApiError } from "meilisearch";
import { EngineUnavailable } from "../../../db/engine/unavailable.ts";
import type { FullTextReader } from "../port.ts";
import { ask, connectToWrite, eachServer, type MeilisearchConfig, pastOf, titlesOf } from "./connection.ts";

/** `documents.get` checks phrases, `indexes.get` shows when an index changed. */
const READER_ACTIONS: KeyCreation["actions"] = ["search", "documents.get", "indexes.get"];
/** Any fixed UUID: names made from it are ours. */
const NAMESPACE = "5d0bb1b6-6f0e-4c0c-9c53-1c8e3a1f7b52";

/**
 * The server's key that may only read the indexes, made if missing, always the same for a master key.
 * @param config with a key that manages keys.
 * @throws {EngineUnavailable} when the server does not answer, or refuses
 */
export async function makeSearchKey(config: MeilisearchConfig): Promise<string> {
  const client = connectToWrite(config);
  const uid = Bun.randomUUIDv5(config.index, NAMESPACE);
  const indexes = [config.index, titlesOf(config.index), pastOf(config.index)];
  const held = await ask(() => client.getKey(uid)).catch((error: unknown) => {
    if (isUnknownKey(error)) return null;
    throw error;
  });
  if (held !== null) {
    if (isSame(held.actions, READER_ACTIONS) && isSame(held.indexes, indexes)) return held.key;
    // Rights can't be changed; the key made again has the same value.
    await ask(() => client.deleteKey(uid));
  }
  const description = `Reads ${config.index}: MEILI_SEARCH_KEY`;
  const made = { uid, description, actions: READER_ACTIONS, indexes, expiresAt: null };
  return (await ask(() => client.createKey(made))).key;
}

function isUnknownKey(error: unknown): boolean {
  return error instanceof MeilisearchApiError && error.cause?.code === "api_key_not_found";
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return new Set(some).symmetricDifference(new Set(others)).size === 0;
}

/** Told of a server, by its rank in `MEILI_URL`, that has not the key of the others. */
type OnServerFault = (rank: number, fault: unknown) => void;

/**
 * That key, made on every server: their master key being the same, so is its value.
 * @throws {EngineUnavailable} when none has it; one that has not, among others, is told to `onFault`.
 */
export async function makeSearchKeys(config: MeilisearchConfig, onFault: OnServerFault): Promise<string> {
  const made = await Promise.allSettled(eachServer(config).map(makeSearchKey));
  const faults: { readonly rank: number; readonly fault: unknown }[] = [];
  let key: string | null = null;
  for (const [index, each] of made.entries()) {
    const rank = index + 1;
    if (each.status === "rejected") {
      faults.push({ rank, fault: each.reason });
      continue;
    }
    key ??= each.value;
    if (each.value !== key) faults.push({ rank, fault: new EngineUnavailable("meilisearch", OTHER_KEY) });
  }
  if (key === null) throw faults[0]?.fault;
  for (const { rank, fault } of faults) onFault(rank, fault);
  return key;
}

const OTHER_KEY =
  "il donne une autre clé de lecture : sa clé maîtresse n'est pas celle des autres. Tous les serveurs de MEILI_URL doivent avoir la même (MEILI_MASTER_KEY).";

/**
 * Makes that key if it is missing, and writes it to the file that API processes take it from, readable by the same user
 * alone. Returns whether the file has changed.
 * @throws {EngineUnavailable}
 */
export async function keepSearchKey(
  config: MeilisearchConfig,
  path: string,
  onFault: OnServerFault = () => {},
): Promise<boolean> {
  const key = await makeSearchKeys(config, onFault);
  if ((await readKeyFile(path)) === key) return false;
  const fresh = `${path}.${randomUUID()}.new`;
  await writeFile(fresh, `${key}\n`, { mode: 0o600, flush: true });
  await rename(fresh, path);
  return true;
}

/**
 * A reader whose key is in a file that another process writes, maybe later: read before the first request, and again
 * when one fails, as the master key may have changed.
 */
export function openReaderByKeyFile(path: string, open: (key: string) => FullTextReader): FullTextReader {
  let current: { readonly key: string; readonly reader: FullTextReader } | null = null;
  const reopen = async () => {
    const key = await readKeyFile(path);
    if (key === null)
      throw new EngineUnavailable(
        "meilisearch",
        "La clé de lecture de Meilisearch n'est pas encore dans le fichier de MEILI_SEARCH_KEY_FILE : le worker l'y écrit.",
      );
    if (current?.key !== key) current = { key, reader: open(key) };
    return current;
  };
  const ask = async <Answer>(request: (reader: FullTextReader) => Promise<Answer>): Promise<Answer> => {
    const used = current ?? (await reopen());
    try {
      return await request(used.reader);
    } catch (error) {
      if (!(error instanceof EngineUnavailable)) throw error;
      const now = await reopen();
      if (now.key === used.key) throw error;
      return await request(now.reader);
    }
  };
  return {
    search: (...asked) => ask((reader) => reader.search(...asked)),
    count: (...asked) => ask((reader) => reader.count(...asked)),
    facets: (...asked) => ask((reader) => reader.facets(...asked)),
    wordsBeginning: (...asked) => ask((reader) => reader.wordsBeginning(...asked)),
    suggest: (...asked) => ask((reader) => reader.suggest(...asked)),
    ping: () => ask((reader) => reader.ping()),
    servers: async () => (current ?? (await reopen().catch(() => null)))?.reader.servers() ?? null,
    close: async () => current?.reader.close(),
  };
}

/** Null when there is none yet. */
async function readKeyFile(path: string): Promise<string | null> {
  const key = (await readFile(path, "utf8").catch(() => "")).trim();
  return /^[\x21-\x7e]+$/.test(key) ? key : null;
}
