import type { EnqueuedTask, Meilisearch } from "meilisearch";
import type { FullTextWriter } from "../port.ts";
import { ask, connectToWrite, finished, type MeilisearchConfig } from "./connection.ts";
import { readHeld } from "./held.ts";
import {
  createIndex,
  enqueueRemoval,
  enqueueUpsert,
  giveSettings,
  type IndexPair,
  type OwnIndex,
  pairOf,
  readSettings,
} from "./indexes.ts";
import type { Relevance } from "./schema.ts";

/**
 * Fills new indexes beside the live ones and puts them in their place in one task (Meilisearch reference, "Swap
 * indexes"): readers go from the whole old pair to the whole new one. When `fill` fails, the old pair stays and
 * the error passes on. Nothing else may write meanwhile.
 */
export async function replaceMeilisearchIndexes(
  config: MeilisearchConfig,
  fill: (writer: FullTextWriter) => Promise<void>,
): Promise<void> {
  const client = connectToWrite(config);
  const live = pairOf(client, config.index);
  // A name of its own: what a rebuild whose process lost its lock still does can't touch another one's indexes.
  const fresh = pairOf(client, `${newName(config)}-${crypto.randomUUID()}`);
  try {
    const relevanceOf = (own: OwnIndex) => (config.keepsSettings ? keptRelevance(own) : own.relevance);
    const relevances = { titles: await relevanceOf(live.titles), texts: await relevanceOf(live.texts) };
    await fillPair(client, fresh, relevances, fill);
    await swap(client, live, fresh);
  } catch (error) {
    await removePair(client, fresh).catch(() => {});
    throw error;
  }
  await removePair(client, fresh);
}

/** Removes the indexes that rebuilds which were cut short left; nothing else may write meanwhile. */
export async function removeMeilisearchLeftovers(config: MeilisearchConfig): Promise<void> {
  const client = connectToWrite(config);
  const name = newName(config);
  const { results } = await ask(() => client.getRawIndexes({ limit: MAX_INDEXES }));
  for (const { uid } of results) {
    if (uid !== name && !uid.startsWith(`${name}-`)) continue;
    await finished(client, await ask(() => client.deleteIndex(uid)));
  }
}

const MAX_INDEXES = 1_000;

/** What the names of new indexes begin with. */
function newName({ index }: MeilisearchConfig): string {
  return `${index}-neuf`;
}

type Side = keyof IndexPair;
const SIDES: readonly Side[] = ["titles", "texts"];

async function keptRelevance(own: OwnIndex): Promise<Relevance> {
  const live = await readSettings(own);
  const { rankingRules, synonyms } = own.relevance;
  return { rankingRules: live?.rankingRules ?? rankingRules, synonyms: live?.synonyms ?? synonyms };
}

/**
 * Nobody reads these indexes yet: batches queue on the server, which merges them, and are waited for at the end.
 * Filters come last: made for all documents in one transaction, they take a third less room on disk. The other
 * settings must come first: given last, they leave Meilisearch 1.21 without the pairs of words of phrases.
 */
async function fillPair(
  client: Meilisearch,
  pair: IndexPair,
  relevances: Readonly<Record<Side, Relevance>>,
  fill: (writer: FullTextWriter) => Promise<void>,
): Promise<void> {
  for (const side of SIDES) {
    const { filterableAttributes: _, ...settings } = pair[side].settings;
    await createIndex(client, pair[side]);
    await giveSettings(client, { ...pair[side], settings }, relevances[side]);
  }
  const tasks: EnqueuedTask[] = [];
  const finish = async (): Promise<void> => {
    for (const task of tasks.splice(0)) await finished(client, task);
  };
  await fill({
    async hashes() {
      await finish();
      return readHeld(pair);
    },
    upsert: async (documents) => void tasks.push(...(await enqueueUpsert(pair, documents))),
    remove: async (boiIds) => void tasks.push(...(await enqueueRemoval(pair, boiIds))),
    close: async () => {},
  });
  await finish();
  for (const side of SIDES) await giveSettings(client, pair[side], relevances[side]);
}

/** An index that has none to be swapped with takes its name. */
async function swap(client: Meilisearch, live: IndexPair, fresh: IndexPair): Promise<void> {
  const swaps: { indexes: [string, string]; rename: boolean }[] = [];
  for (const side of SIDES) {
    const rename = (await readSettings(live[side])) === null;
    swaps.push({ indexes: [fresh[side].index.uid, live[side].index.uid], rename });
  }
  await finished(client, await ask(() => client.swapIndexes(swaps)));
}

async function removePair(client: Meilisearch, pair: IndexPair): Promise<void> {
  for (const side of SIDES) {
    if ((await readSettings(pair[side])) === null) continue;
    await finished(client, await ask(() => pair[side].index.delete()));
  }
}
