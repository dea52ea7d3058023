import { NOTHING_KNOWN, readKnownSources, recordValidators } from "../db/ingestion/sources.ts";
import type { Database } from "../db/postgres/database.ts";
import { rememberSource } from "../db/queries/corpus.ts";
import type { Run } from "../db/runs/runs.ts";
import { ingestArchives } from "./facts/archives.ts";
import { ingestExport, takePictures } from "./facts/exports.ts";
import { refreshAbsences } from "./facts/known-absences.ts";
import { refreshAttestations } from "./facts/known-attestations.ts";
import { IngestionFault } from "./journal/fault.ts";
import type { Journal } from "./journal/journal.ts";
import { canonicalSource, withoutCredentials } from "./sources/name.ts";
import { openSource } from "./sources/open.ts";

export interface SourceDeps {
  readonly database: Database;
  readonly clock: () => Date;
  readonly signal: AbortSignal;
}

/**
 * Brings the facts of a run's source to the relational store: archives, then exports. A file that is refused
 * does not stop the others.
 * @throws {IngestionFault} that tells, in French, what was refused
 */
export async function ingestSource(deps: SourceDeps, run: Run, journal: Journal): Promise<void> {
  const { database, clock, signal } = deps;
  await journal.beginStage("download");
  const known = run.forced ? NOTHING_KNOWN : await readKnownSources(database);
  const source = await openSource(run.source, { known, now: clock(), signal, allowed: run.allowedSources });
  try {
    for (const note of source.notes) journal.warn(note);
    await journal.beginStage("read");
    const now = clock();
    const today = now.toISOString().slice(0, "YYYY-MM-DD".length);
    const sourceRun = { database, journal, signal, forced: run.forced, today, now };
    const pictures = await takePictures(sourceRun, source.exports);
    await rememberSource(database, withoutCredentials(canonicalSource(run.source)));
    const refused = [...source.problems, ...(await ingestArchives(sourceRun, source.archives))];
    // An export brings them up to date by itself; a run that stopped after its archives left them behind.
    if (pictures.length === 0 || source.archives.length > 0) await refreshAbsences(database, journal);
    for (const picture of pictures) await ingestExport(sourceRun, picture);
    await refreshAttestations(database);
    if (refused.length > 0) throw new IngestionFault(refused.join(" "));
    await recordValidators(database, source.validators);
  } finally {
    await source.close();
  }
}
