import { OFFICIAL_HOST } from "../bofip/sources/official-sources.ts";
import { recordNamedArchives, recordSurvey } from "../db/ingestion/coverage.ts";
import { NOTHING_KNOWN, readKnownSources, recordValidators } from "../db/ingestion/sources.ts";
import type { Database } from "../db/postgres/database.ts";
import { forgetUnusedServers, recordSourceServers } from "../db/proof/source-servers.ts";
import { rememberSource } from "../db/queries/corpus.ts";
import type { Run } from "../db/runs/runs.ts";
import { type ArchiveRun, ingestArchives } from "./facts/archives.ts";
import type { ExportPicture } from "./facts/export-picture.ts";
import { admitExports, type ExportRun, ingestExport, takePictures } from "./facts/exports.ts";
import { refreshAbsences } from "./facts/known-absences.ts";
import { IngestionFault } from "./journal/fault.ts";
import type { Journal } from "./journal/journal.ts";
import type { ArchiveFile } from "./sources/archive/file.ts";
import { isOfficial } from "./sources/catalogue.ts";
import { sha256Of } from "./sources/checksum.ts";
import type { FoundFiles } from "./sources/found-files.ts";
import { canonicalSource, listSources, withoutCredentials } from "./sources/name.ts";
import { openSource } from "./sources/open.ts";

interface SourceDeps {
  readonly database: Database;
  readonly clock: () => Date;
  readonly signal: AbortSignal;
  readonly officialHost?: string;
}

/** What every file of a source needs to be ingested. */
type SourceRun = ArchiveRun & ExportRun;

/**
 * Adds the facts of a run's source to the relational store: archives, then exports. A refused file does not stop the
 * others, except one of another corpus, with which nothing is ingested.
 * @throws {IngestionFault} whose French message lists what was refused
 */
export async function ingestSource(deps: SourceDeps, run: Run, journal: Journal): Promise<void> {
  const { database, clock, signal, officialHost = OFFICIAL_HOST } = deps;
  await journal.beginStage("download");
  const known = run.forced ? NOTHING_KNOWN : await readKnownSources(database);
  const opening = { known, now: clock(), signal, allowed: run.allowedSources, officialHost };
  const source = await openSource(run.source, opening);
  try {
    for (const note of source.notes) journal.warn(note);
    await journal.beginStage("read");
    const sourceRun = sourceRunOf(deps, run, journal);
    const pictures = await takePictures(sourceRun, source.exports);
    const { admitted, refused } = await admitExports(database, pictures);
    const faults = [...source.problems, ...refused];
    await recordServers(database, source);
    faults.push(...(await ingestFacts(sourceRun, source.archives, admitted)));
    await forgetUnusedServers(database);
    // Only once they are known to be of this corpus.
    await recordNamedArchives(database, source.named);
    const isSurvey = listSources(run.source).some((one) => isOfficial(one, opening));
    if (isSurvey && source.problems.length === 0) await recordSurvey(database, opening.now);
    if (faults.length > 0) throw new IngestionFault(faults.join(" "));
    if (source.unchanged) await rememberSource(database, sourceRun.source);
    await recordValidators(database, source.validators);
  } finally {
    await source.close();
  }
}

/** Where the files were downloaded, and the certificate that each server showed: attestations give it as our word. */
async function recordServers(database: Database, { servers }: Pick<FoundFiles, "servers">): Promise<void> {
  const seen = [];
  for (const { path, ...server } of servers) seen.push({ empreinteFichier: await sha256Of(path), ...server });
  await recordSourceServers(database, seen);
}

/** The inputs that all files of a run's source share. */
export function sourceRunOf(
  { database, clock, signal }: SourceDeps,
  { source, forced }: Pick<Run, "source" | "forced">,
  journal: Journal,
): SourceRun {
  const now = clock();
  const today = now.toISOString().slice(0, "YYYY-MM-DD".length);
  const named = withoutCredentials(canonicalSource(source));
  return { database, journal, signal, source: named, forced, today, now };
}

/** Ingests archives and exports, whose order makes no difference; returns why archives were refused, in French. */
export async function ingestFacts(
  run: SourceRun,
  archives: readonly ArchiveFile[],
  pictures: readonly ExportPicture[],
): Promise<string[]> {
  const { database, journal } = run;
  const refused = await ingestArchives(run, archives);
  // An export updates them itself; a run that stopped after its archives left them behind.
  if (pictures.length === 0 || archives.length > 0) await refreshAbsences(database, journal);
  for (const picture of pictures) await ingestExport(run, picture);
  return refused;
}
