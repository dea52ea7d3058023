import type { OpenaiConfig } from "../../config/embeddings.ts";
import type { Database } from "../../db/postgres/database.ts";
import { readFillings, recordFilling } from "../../search/embeddings/fillings.ts";
import { dimensionsOf, openaiVersion } from "../../search/embeddings/openai/index.ts";
import { DIMENSIONS } from "../../search/embeddings/port.ts";
import { readBacklog } from "../derived/passages/passage-texts.ts";

/**
 * Records that all passages wait for a service that has never answered, under the version that its vectors would have
 * with `DIMENSIONS`; writes nothing when it has already given some, or there are no passages.
 */
export async function recordUnanswered(database: Database, config: OpenaiConfig, now: Date): Promise<void> {
  const encoder = openaiVersion(config, DIMENSIONS);
  const known = (await readFillings(database)).filter((one) => dimensionsOf(config, one.encoder) !== null);
  if (known.some((one) => one.encoder !== encoder)) return;
  const { passages, missing } = await readBacklog(database, encoder);
  if (passages > 0) await recordFilling(database, { encoder, version: encoder, passages, missing }, now);
}
