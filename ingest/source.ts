import { frenchDate } from "../bofip/days/days.ts";
import { dayOfExport } from "../bofip/sources/coverage.ts";
import { OFFICIAL_HOST } from "../bofip/sources/official-sources.ts";
import { canonicalSource, listSources, withoutCredentials } from "../config/allowed-sources.ts";
import { recordNamedArchives, recordSurvey } from "../db/ingestion/coverage.ts";
import {
  type DatedExport,
  type ExportFact,
  readExports,
  readMembers,
  recordExport,
} from "../db/ingestion/exports.ts";
import { NOTHING_KNOWN, readKnownSources, recordValidators } from "../db/ingestion/sources.ts";
import type { Database } from "../db/postgres/database.ts";
import { forgetUnusedServers, recordSourceServers } from "../db/proof/source-servers.ts";
import { rememberSource } from "../db/queries/corpus.ts";
import type { Run } from "../db/runs/runs.ts";
import { type ArchiveRun, ingestArchives } from "./facts/archives.ts";
import { type ExportPicture, KnownPgpNames, takePicture } from "./facts/export-picture.ts";
import { guardCorpus } from "./facts/guard-corpus.ts";
import { guardWordings } from "./facts/guard-wordings.ts";
import {
  absencesFrom,
  exportOrder,
  isAbsent,
  refreshAbsences,
  writeAbsences,
} from "./facts/known-absences.ts";
import { attestedBy, KnownRecords } from "./facts/known-records.ts";
import { exportRecords } from "./facts/parse-stored.ts";
import { storeRecords } from "./facts/store.ts";
import { IngestionFault } from "./journal/fault.ts";
import type { Journal } from "./journal/journal.ts";
import type { ArchiveFile } from "./sources/archive/entries.ts";
import { isOfficial } from "./sources/catalogue.ts";
import { sha256Of } from "./sources/checksum.ts";
import { openSource } from "./sources/open.ts";
import { assertOneCorpus, claimCorpus } from "./sources/publisher.ts";
import type { ExportFile, FoundFiles } from "./sources/session.ts";

interface SourceDeps {
  readonly database: Database;
  readonly clock: () => Date;
  readonly signal: AbortSignal;
  readonly officialHost?: string;
}

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

interface ExportRun {
  readonly database: Database;
  readonly journal: Journal;
  /** See `rememberSource`. */
  readonly source: string;
  /** Whether the guard is overridden. */
  readonly forced: boolean;
  /** `YYYY-MM-DD`. */
  readonly today: string;
  /** When its content is received. */
  readonly now: Date;
}

/** Reads the exports of a source through, writing nothing, and sorts them by what they describe. */
export async function takePictures(run: ExportRun, files: readonly ExportFile[]): Promise<ExportPicture[]> {
  const known = await KnownRecords.read(run.database);
  const pictures: ExportPicture[] = [];
  let lines = 0;
  const onLine = async () => {
    lines += 1;
    await run.journal.advance({ done: lines, total: lines });
  };
  for (const file of files) {
    const picture = await takePicture(file, known, run.today, onLine);
    if (picture.asOf === null) {
      const why = firstReason(picture);
      throw new IngestionFault(`Aucun enregistrement valide dans ${file.path}${why} : rien n'a été ingéré.`);
    }
    report(picture, run.journal);
    pictures.push(picture);
  }
  return pictures.sort((a, b) => (exportOrder(factOf(a)) < exportOrder(factOf(b)) ? -1 : 1));
}

/**
 * Accepts exports, not of another corpus nor older than the stored one: a later one prevails, one that changes nothing
 * is no update. Returns why the others were refused, in French.
 * @throws {OtherCorpus} before anything is written
 */
async function admitExports(
  database: Database,
  pictures: readonly ExportPicture[],
): Promise<{ readonly admitted: ExportPicture[]; readonly refused: string[] }> {
  const named = pictures.map(({ file, publisher }) => ({ file: file.name, publisher }));
  await assertOneCorpus(database, named);
  const exports = await readExports(database);
  const newest = exports.at(-1)?.asOf ?? "";
  const isOlder = (picture: ExportPicture) => {
    const { asOf, membersHash } = factOf(picture);
    const isHeld = exports.some((one) => one.asOf === asOf && one.membersHash === membersHash);
    return asOf < newest && !isHeld && picture.wanted.size > 0;
  };
  return {
    admitted: pictures.filter((picture) => !isOlder(picture)),
    refused: pictures
      .filter(isOlder)
      .map(
        ({ file, asOf }) =>
          `${file.name} date du ${frenchDate(asOf ?? "")}, avant l'export du ${frenchDate(newest)} que la base tient : il n'est pas ingéré.`,
      ),
  };
}

/** Makes the store match an export. @throws {IngestionFault} before writing, when too many documents would go */
async function ingestExport(run: ExportRun, picture: ExportPicture): Promise<void> {
  const { database, journal } = run;
  await claimCorpus(database, { file: picture.file.name, publisher: picture.publisher }, run.source);
  await journal.beginStage("diff");
  const fact = factOf(picture);
  const known = await KnownRecords.read(database);
  const exports = await readExports(database);
  const orders = known.editionOrders(picture.members);
  const added = picture.isConclusive ? { ...fact, members: picture.members } : null;
  const absences = await absencesFrom(database, orders, exports, added);
  const sourceOrder = exportOrder(fact);
  const newer = await membersAfter(database, exports, sourceOrder);
  const { file, members } = picture;
  // A line that the store already has from a later export shows since when it was published.
  const { wanted } = newer.size === 0 ? picture : await takePicture(file, null, run.today, async () => {});
  const names = await KnownPgpNames.read(database);
  for (const holder of picture.holders) names.add(holder);
  if (!run.forced) {
    const label = "Cet export";
    await guardCorpus(database, label, (boiId) =>
      isAbsent(orders.get(boiId) ?? [], absences.get(boiId) ?? []),
    );
    const candidate = { file: exportRecords(file), label, sourceOrder, wanted, known, newer, names };
    await guardWordings(database, candidate);
  }
  await journal.datedFrom(fact.asOf);
  journal.count("unchanged", picture.documents + picture.actualites - wanted.size);
  const empreinteFichier = await sha256Of(file.path);
  const provenance = { sourceOrder, fichier: file.name, empreinteFichier, day: fact.until, recueLe: run.now };
  const attested = attestedBy({ kind: "export", day: fact.until, members });
  await storeRecords(
    { database, journal, known, newer, names, provenance, attested },
    exportRecords(file),
    wanted,
  );
  if (picture.isConclusive) await recordExport(database, fact, picture.members);
  await writeAbsences(database, journal, absences);
}

function factOf({ asOf, file, membersHash }: ExportPicture): DatedExport {
  if (asOf === null) throw new Error("an export without record has no date");
  const { issuedAt, processedAt } = file;
  const until = dayOfExport({ processedAt, newestRecord: asOf });
  return { asOf, issuedAt: issuedAt.toISOString(), membersHash, until };
}

/** What is wrong with the first line, if anything: as a rule all the others have the same fault. */
function firstReason({ rejected: [first] }: ExportPicture): string {
  return first === undefined ? "" : ` (ligne ${first.line} : ${first.message.replace(/\.$/, "")})`;
}

function report(picture: ExportPicture, journal: Journal): void {
  const { documents, actualites, rejected, notes, isConclusive } = picture;
  journal.count("records", documents + actualites + rejected.length);
  journal.count("documents", documents);
  journal.count("actualites", actualites);
  for (const error of rejected) journal.reject(error);
  for (const note of notes) journal.note(note);
  if (!isConclusive) {
    journal.warn(
      "Des lignes illisibles empêchent de savoir ce qui manque à cet export : aucun document n'a été retiré.",
    );
  }
}

/** Maps each record key to the order of the earliest later export that contains it. */
async function membersAfter(
  database: Database,
  exports: readonly ExportFact[],
  order: string,
): Promise<Map<string, string>> {
  const newer = exports.filter((other) => exportOrder(other) > order);
  newer.sort((a, b) => (exportOrder(a) < exportOrder(b) ? 1 : -1));
  const next = new Map<string, string>();
  for (const fact of newer) {
    for (const key of await readMembers(database, fact.membersHash)) next.set(key, exportOrder(fact));
  }
  return next;
}
