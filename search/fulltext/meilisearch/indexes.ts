import type { Index, Meilisearch, Settings } from "meilisearch";
import {
  ask,
  connect,
  finished,
  isMissingIndex,
  type MeilisearchConfig,
  pastOf,
  READ_LIMIT_MS,
  titlesOf,
} from "./connection.ts";
import { type Relevance, TEXT_RELEVANCE, TEXT_SETTINGS, TITLE_RELEVANCE, TITLE_SETTINGS } from "./schema.ts";

/** One of the indexes of the engine, with its required settings. */
export interface OwnIndex {
  readonly index: Index;
  readonly settings: Settings;
  /** The part set in `settings.ts`. */
  readonly relevance: Relevance;
}

/** The indexes of the engine. */
export interface IndexSet {
  /** The texts in force. */
  readonly texts: OwnIndex;
  /** The others: a search of what is in force reads nothing of them. */
  readonly past: OwnIndex;
  /** Titles of the documents in force. */
  readonly titles: OwnIndex;
}

export function indexesOf(client: Meilisearch, name: string): IndexSet {
  const ofTexts = { settings: TEXT_SETTINGS, relevance: TEXT_RELEVANCE };
  return {
    texts: { index: client.index(name), ...ofTexts },
    past: { index: client.index(pastOf(name)), ...ofTexts },
    titles: { index: client.index(titlesOf(name)), settings: TITLE_SETTINGS, relevance: TITLE_RELEVANCE },
  };
}

/** See `FullTextIndex.generation`. @throws {EngineUnavailable} soon, when the server is away. */
export async function readMeilisearchGeneration(config: MeilisearchConfig): Promise<string> {
  const { texts, past, titles } = indexesOf(connect(config, READ_LIMIT_MS), config.index);
  const generations = [];
  for (const own of [texts, past, titles]) generations.push(await generationOf(own));
  return generations.join(" ");
}

/** The server dates every change of an index, of its settings too. */
async function generationOf({ index }: OwnIndex): Promise<string> {
  try {
    const { createdAt, updatedAt } = await ask(() => index.getRawInfo());
    return `${createdAt} ${updatedAt}`;
  } catch (error) {
    if (isMissingIndex(error)) return "absent";
    throw error;
  }
}

/** All the live settings of an index, or null when it does not exist. */
export async function readSettings({ index }: OwnIndex): Promise<Settings | null> {
  try {
    return await ask(() => index.getSettings());
  } catch (error) {
    if (isMissingIndex(error)) return null;
    throw error;
  }
}

/** Whether the live settings include the required ones; the server completes objects with its own defaults. */
export function isIncluded(wanted: unknown, live: unknown): boolean {
  if (!isObject(wanted) || !isObject(live)) return Bun.deepEquals(wanted, live);
  return Object.entries(wanted).every(([name, value]) => isIncluded(value, live[name]));
}

/** Creates a missing index with all its settings, or updates those that differ. */
export async function prepareIndex(client: Meilisearch, own: OwnIndex): Promise<void> {
  const live = await readSettings(own);
  if (live !== null && isIncluded(own.settings, live)) return;
  if (live === null) await createIndex(client, own);
  await giveSettings(client, own, own.relevance);
}

export async function createIndex(client: Meilisearch, { index }: OwnIndex): Promise<void> {
  await finished(client, await ask(() => client.createIndex(index.uid, { primaryKey: "pk" })));
}

export async function giveSettings(
  client: Meilisearch,
  { index, settings }: OwnIndex,
  relevance: Relevance,
): Promise<void> {
  await finished(client, await ask(() => index.updateSettings({ ...settings, ...relevance })));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
