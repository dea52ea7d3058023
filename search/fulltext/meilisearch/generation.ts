import { ask, connect, isMissingIndex, type MeilisearchConfig, READ_LIMIT_MS } from "./connection.ts";
import { type OwnIndex, pairOf } from "./indexes.ts";

/** See `FullTextIndex.generation`. @throws {EngineUnavailable} soon, when the server is away. */
export async function readMeilisearchGeneration(config: MeilisearchConfig): Promise<string> {
  const { texts, titles } = pairOf(connect(config, READ_LIMIT_MS), config.index);
  return `${await generationOf(texts)} ${await generationOf(titles)}`;
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
