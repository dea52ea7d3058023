import type { Meilisearch } from "meilisearch";
import type { FullTextWriter } from "../port.ts";
import { ask, connectToWrite, finished, type MeilisearchConfig } from "./connection.ts";
import { Delivery, readHashes } from "./delivery.ts";
import { indexesOf, type OwnIndex, prepareIndex, readSettings } from "./indexes.ts";

/**
 * Writer of the full-text indexes of a Meilisearch server, which it creates if missing; its key is an admin one.
 * Opening it applies the ranking rules and synonyms of `settings.ts`, unless the operator keeps those of the index.
 * @throws {EngineUnavailable} as do its methods, when the server is down or a task fails
 */
export async function openMeilisearchWriter(config: MeilisearchConfig): Promise<FullTextWriter> {
  const client = connectToWrite(config);
  const indexes = indexesOf(client, config.index);
  const own = [indexes.past, indexes.texts, indexes.titles];
  if (!config.keepsSettings) {
    for (const index of own) await applyRelevance(client, index);
  }
  const delivery = new Delivery(client, indexes);
  let isPrepared = false;
  return {
    async hashes() {
      await delivery.settle();
      return await readHashes(indexes);
    },
    async upsert(documents) {
      for (const index of isPrepared ? [] : own) await prepareIndex(client, index);
      isPrepared = true;
      await delivery.upsert(documents);
    },
    remove: (entries) => delivery.remove(entries),
    settle: (onWait) => delivery.settle(onWait),
    applied: () => delivery.applied(),
    close: async () => {},
  };
}

/** Without reindexing: ranking rules and synonyms don't affect the contents. */
async function applyRelevance(client: Meilisearch, own: OwnIndex): Promise<void> {
  const live = await readSettings(own);
  const { rankingRules, synonyms } = own.relevance;
  if (live === null) return;
  if (Bun.deepEquals([live.rankingRules, live.synonyms], [rankingRules, synonyms])) return;
  await finished(client, await ask(() => own.index.updateSettings({ rankingRules, synonyms })));
}
