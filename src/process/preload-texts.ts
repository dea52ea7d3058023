import type { Logger } from "pino";
import { isDamage } from "../../db/integrity/damage.ts";
import type { Database } from "../../db/postgres/database.ts";
import { readHitSources, readIdentifiersInForce } from "../../db/queries/hits.ts";
import { keptTexts } from "../../db/queries/kept-texts.ts";

/** A page of results. */
const DOCUMENTS_AT_ONCE = 20;

/**
 * Loads into memory the texts that excerpts are cut from, up to this process's limit, so that its first searches
 * don't wait for them. Half of the time is left to concurrent requests. Never throws: a missing text is read when it
 * is found.
 * @param signal stops it early.
 */
export async function preloadTexts(database: Database, logger: Logger, signal: AbortSignal): Promise<void> {
  const texts = keptTexts(database);
  try {
    for await (const boiIds of readIdentifiersInForce(database, DOCUMENTS_AT_ONCE)) {
      if (signal.aborted || !texts.hasRoom) return;
      const startedAt = performance.now();
      // A damaged text is reported to those who request it; the others are still loaded.
      await readHitSources(database, boiIds).catch((error: unknown) => {
        if (!isDamage(error)) throw error;
        logger.warn({ err: error }, "a damaged text is not preloaded");
      });
      await Bun.sleep(performance.now() - startedAt);
    }
  } catch (error) {
    if (!signal.aborted) logger.warn({ err: error }, "texts not all preloaded");
  }
}
