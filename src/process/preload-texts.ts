import type { Logger } from "pino";
import { isDamage } from "../../db/integrity/damage.ts";
import type { Database } from "../../db/postgres/database.ts";
import { readHitSources, readIdentifiersInForce } from "../../db/queries/hits.ts";
import { keptTexts } from "../../db/queries/kept-texts.ts";

/** A page of results. */
const DOCUMENTS_AT_ONCE = 20;

/**
 * Brings the texts that hits are cut from into memory, as many as this process may keep, so that its first searches do not
 * wait for theirs. Half of the time is left to those who ask meanwhile. Never throws: a text that is not there is read
 * when it is found.
 * @param signal ends it early.
 */
export async function preloadTexts(database: Database, logger: Logger, signal: AbortSignal): Promise<void> {
  const texts = keptTexts(database);
  try {
    for await (const boiIds of readIdentifiersInForce(database, DOCUMENTS_AT_ONCE)) {
      if (signal.aborted || !texts.hasRoom) return;
      const startedAt = performance.now();
      // A damaged text is told to those who ask for it; the others are still brought.
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
