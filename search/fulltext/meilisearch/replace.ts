import type { Meilisearch } from "meilisearch";
import type { FullTextWriter } from "../port.ts";
import { ask, connectToWrite, finished, type MeilisearchConfig, waitForEnd } from "./connection.ts";
import { Delivery, readHeld } from "./delivery.ts";
import {
  createIndex,
  giveSettings,
  type IndexSet,
  indexesOf,
  type OwnIndex,
  readSettings,
} from "./indexes.ts";
import type { Relevance } from "./schema.ts";

/**
 * Fills new indexes beside the live ones and swaps all in one task (Meilisearch reference, "Swap indexes"). When `fill`
 * fails, the old ones are kept and the error is rethrown. Nothing else may write meanwhile.
 */
export async function replaceMeilisearchIndexes(
  config: MeilisearchConfig,
  fill: (writer: FullTextWriter) => Promise<void>,
): Promise<void> {
  const client = connectToWrite(config);
  const live = indexesOf(client, config.index);
  // A unique name: a rebuild that still runs after its process lost the lock can't touch the indexes of another.
  const fresh = indexesOf(client, `${newName(config)}-${crypto.randomUUID()}`);
  try {
    const relevanceOf = (own: OwnIndex) => (config.keepsSettings ? keptRelevance(own) : own.relevance);
    const texts = await relevanceOf(live.texts);
    const relevances = { titles: await relevanceOf(live.titles), past: texts, texts };
    const delivery = new Delivery(client, fresh);
    await fillAll(client, fresh, relevances, delivery, fill);
    await swap(client, live, fresh);
  } catch (error) {
    await removeAll(client, fresh).catch(() => {});
    throw error;
  }
  await removeAll(client, fresh);
}

/** Deletes what interrupted rebuilds left and waits for the server's other tasks. Nothing else may write meanwhile. */
export async function removeMeilisearchLeftovers(config: MeilisearchConfig): Promise<void> {
  const client = connectToWrite(config);
  const name = newName(config);
  const { results } = await ask(() => client.getRawIndexes({ limit: MAX_INDEXES }));
  for (const { uid } of results) {
    if (uid !== name && !uid.startsWith(`${name}-`)) continue;
    await finished(client, await ask(() => client.deleteIndex(uid)));
  }
  await untilIdle(client, indexesOf(client, config.index));
}

const MAX_INDEXES = 1_000;

/** Waits until the server's queue has no task for the indexes, whoever enqueued it: possibly a run that was killed. */
async function untilIdle(client: Meilisearch, { texts, past, titles }: IndexSet): Promise<void> {
  const indexUids = [texts, past, titles].map(({ index }) => index.uid);
  for (;;) {
    const { results } = await ask(() =>
      client.tasks.getTasks({ indexUids, statuses: ["enqueued", "processing"], limit: 1 }),
    );
    const [latest] = results;
    if (latest === undefined) return;
    await waitForEnd(client, latest.uid);
  }
}

/** Prefix of the names of new indexes. */
function newName({ index }: MeilisearchConfig): string {
  return `${index}-neuf`;
}

type Side = keyof IndexSet;
const SIDES: readonly Side[] = ["titles", "past", "texts"];

async function keptRelevance(own: OwnIndex): Promise<Relevance> {
  const live = await readSettings(own);
  const { rankingRules, synonyms } = own.relevance;
  return { rankingRules: live?.rankingRules ?? rankingRules, synonyms: live?.synonyms ?? synonyms };
}

/**
 * Filters come last: built for all documents in one transaction, they take a third less disk space. The other
 * settings must come first: set last, they leave Meilisearch 1.21 without the pairs of words of phrases.
 */
async function fillAll(
  client: Meilisearch,
  indexes: IndexSet,
  relevances: Readonly<Record<Side, Relevance>>,
  delivery: Delivery,
  fill: (writer: FullTextWriter) => Promise<void>,
): Promise<void> {
  for (const side of SIDES) {
    const { filterableAttributes: _, ...settings } = indexes[side].settings;
    await createIndex(client, indexes[side]);
    await giveSettings(client, { ...indexes[side], settings }, relevances[side]);
  }
  await fill({
    async hashes() {
      await delivery.settle();
      return await readHeld(indexes);
    },
    upsert: (documents) => delivery.upsert(documents),
    remove: (entries) => delivery.remove(entries),
    settle: (onWait) => delivery.settle(onWait),
    applied: () => delivery.applied(),
    close: async () => {},
  });
  await delivery.settle();
  for (const side of SIDES) await giveSettings(client, indexes[side], relevances[side]);
}

/** An index without a live one to swap with takes its name. */
async function swap(client: Meilisearch, live: IndexSet, fresh: IndexSet): Promise<void> {
  const swaps: { indexes: [string, string]; rename: boolean }[] = [];
  for (const side of SIDES) {
    const rename = (await readSettings(live[side])) === null;
    swaps.push({ indexes: [fresh[side].index.uid, live[side].index.uid], rename });
  }
  await finished(client, await ask(() => client.swapIndexes(swaps)));
}

async function removeAll(client: Meilisearch, indexes: IndexSet): Promise<void> {
  for (const side of SIDES) {
    if ((await readSettings(indexes[side])) === null) continue;
    await finished(client, await ask(() => indexes[side].index.delete()));
  }
}
