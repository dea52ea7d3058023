import { type KeyCreation, MeilisearchApiError } from "meilisearch";
import { ask, connectToWrite, type MeilisearchConfig, pastOf, titlesOf } from "./connection.ts";

/** `documents.get` checks phrases, `indexes.get` shows when an index changed. */
const READER_ACTIONS: KeyCreation["actions"] = ["search", "documents.get", "indexes.get"];
/** Any fixed UUID: names made from it are ours. */
const NAMESPACE = "5d0bb1b6-6f0e-4c0c-9c53-1c8e3a1f7b52";

/**
 * The server's key that may only read the indexes, made if it is not there: what an API process needs. The server
 * derives it from its master key and from an identifier, always the same here: asked again, even of an emptied server
 * with the same master key, the same key is returned.
 * @param config with a key that manages keys.
 * @throws {EngineUnavailable} when the server does not answer, or refuses.
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
