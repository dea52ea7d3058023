import type { Database } from "../db/client.ts";
import { rememberSource } from "../db/corpus.ts";
import type { DerivedStore } from "../db/ingestion/indexing.ts";
import { NOTHING_KNOWN, readKnownSources } from "../db/ingestion/sources.ts";
import { refreshStatistics } from "../db/ingestion/statistics.ts";
import { endRun, INTERRUPTED, type Run, type RunEnd } from "../db/runs.ts";
import { type ExportRun, ingestExport, takeInventories } from "./exports.ts";
import { IngestionFault, Interrupted, messageOf } from "./fault.ts";
import { Journal } from "./journal.ts";
import { proveRun } from "./proof.ts";
import { rederive } from "./rederive.ts";
import { refreshPlan } from "./refresh-plan.ts";
import { assertSameSource } from "./remembered.ts";
import { canonicalSource } from "./sources/name.ts";
import { openSource } from "./sources/open.ts";
import type { DerivedStores } from "./stores.ts";
import { syncFullText } from "./sync.ts";
import { syncVectors } from "./vectors.ts";

export interface IngestionDeps extends DerivedStores {
  /** Nothing else writes the corpus there meanwhile. */
  readonly database: Database;
  readonly clock: () => Date;
  /** Asks the run to stop after the batch at hand. */
  readonly signal: AbortSignal;
}

/**
 * Executes a claimed run, stage after stage, and writes its end to its row. Never throws for what befalls a
 * run: its row tells. The caller holds the ingestion lock.
 */
export async function runIngestion(deps: IngestionDeps, run: Run): Promise<RunEnd> {
  const journal = new Journal(deps.database, run.id, deps.signal);
  const end = await runStages(deps, run, journal).then(
    (fault) => journal.end(fault === null ? "succeeded" : "failed", fault),
    (error) => journal.end(isInterruption(error) ? "interrupted" : "failed", wordsOf(error)),
  );
  await endRun(deps.database, run.id, end);
  return end;
}

/** Gives the fault of the source, if any: the derived stores are brought in step all the same. */
async function runStages(deps: IngestionDeps, run: Run, journal: Journal): Promise<string | null> {
  const { database, fullText, vectors, clock } = deps;
  await rederive(database, journal);
  const fault = await ingestSource(deps, run, journal).then(
    () => null,
    (error) => {
      if (error instanceof Interrupted || deps.signal.aborted) throw error;
      return wordsOf(error);
    },
  );
  await refreshPlan(database, journal);
  if (journal.hasWritten()) await refreshStatistics(database);
  const behind: DerivedStore[] = [];
  if (!(await syncFullText(database, fullText, journal, clock()))) behind.push("fulltext");
  if (!(await syncVectors(database, vectors, journal, clock()))) behind.push("vectors");
  await proveRun(database, { fullText, vectors }, journal, { behind, now: clock() });
  return fault;
}

async function ingestSource(deps: IngestionDeps, run: Run, journal: Journal): Promise<void> {
  const { database, clock, signal } = deps;
  if (!run.forced) await assertSameSource(database, run.source);
  await journal.beginStage("download");
  const known = run.forced ? NOTHING_KNOWN : await readKnownSources(database);
  const source = await openSource(run.source, { known, now: clock(), signal });
  try {
    if (source.archives.length > 0)
      throw new IngestionFault("Les archives (.tgz) ne sont pas encore prises en charge.");
    await journal.beginStage("read");
    const today = clock().toISOString().slice(0, "YYYY-MM-DD".length);
    const exportRun: ExportRun = { database, journal, forced: run.forced, today };
    const inventories = await takeInventories(exportRun, source.exports);
    await rememberSource(database, canonicalSource(run.source));
    for (const inventory of inventories) await ingestExport(exportRun, inventory);
  } finally {
    await source.close();
  }
}

function wordsOf(error: unknown): string {
  return isInterruption(error) ? INTERRUPTED : messageOf(error);
}

function isInterruption(error: unknown): boolean {
  return error instanceof Interrupted || (error instanceof Error && error.name === "AbortError");
}
