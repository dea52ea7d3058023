import type { OpenaiConfig } from "../../config/embeddings.ts";
import type { Database } from "../../db/postgres/database.ts";
import { readFillings, recordFilling } from "../../search/embeddings/fillings.ts";
import { dimensionsOf, openaiVersion } from "../../search/embeddings/openai/index.ts";
import { DIMENSIONS } from "../../search/embeddings/port.ts";
import { readBacklog } from "../derived/passages/read.ts";

/**
 * Has it told that all passages wait for a service that never answered, under the name that its vectors would have if
 * they were of `DIMENSIONS`; nothing is written where it already gave some, or there are no passages.
 */
export async function recordUnanswered(database: Database, config: OpenaiConfig, now: Date): Promise<void> {
  const encoder = openaiVersion(config, DIMENSIONS);
  const known = (await readFillings(database)).filter((one) => dimensionsOf(config, one.encoder) !== null);
  if (known.some((one) => one.encoder !== encoder)) return;
  const { passages, missing } = await readBacklog(database, encoder);
  if (passages > 0) await recordFilling(database, { encoder, version: encoder, passages, missing }, now);
}
