import { parisDay } from "../../../bofip/days/days.ts";
import { NOTHING_KNOWN } from "../../../db/ingestion/sources.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { claimRun, endRun, type Run, readRun, requestRun } from "../../../db/runs/runs.ts";
import { refreshAttestations } from "../../../ingest/facts/known-attestations.ts";
import { rederive } from "../../../ingest/facts/rederive.ts";
import { refreshClassification } from "../../../ingest/facts/refresh/classification.ts";
import { Journal } from "../../../ingest/journal/journal.ts";
import { relink } from "../../../ingest/run.ts";
import { ingestFacts, sourceRunOf, takePictures } from "../../../ingest/source.ts";
import { openSource } from "../../../ingest/sources/open.ts";

/**
 * A run over the relational store that accepts old exports. A run of the service refuses them, and yet the content of
 * the store must depend on the facts alone, not on the order in which they came.
 */
export async function ingestInAnyOrder(
  database: Database,
  source: string,
  now = "2026-06-01T04:00:00Z",
): Promise<Run> {
  const id = await requestRun(database, { source, forced: true });
  if ((await claimRun(database)) === null) throw new Error("the run is not there");
  const { signal } = new AbortController();
  const journal = new Journal(database, id, signal);
  const clock = () => new Date(now);
  const opened = await openSource(source, { known: NOTHING_KNOWN, now: clock(), signal });
  await rederive(database, journal);
  const run = sourceRunOf({ database, clock, signal }, { source, forced: true }, journal);
  const refused = await ingestFacts(run, opened.archives, await takePictures(run, opened.exports));
  await refreshAttestations(database, parisDay(clock()));
  await relink(database, journal);
  await refreshClassification(database, journal);
  await opened.close();
  await endRun(database, id, journal.end(refused.length === 0 ? "succeeded" : "failed", refused.join(" ")));
  const ended = await readRun(database, id);
  if (ended === null) throw new Error("the run has gone");
  return ended;
}
