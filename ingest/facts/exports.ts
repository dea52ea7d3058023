import { frenchDate } from "../../bofip/days/french-date.ts";
import { dayOfExport } from "../../bofip/sources/coverage.ts";
import {
  type DatedExport,
  type ExportFact,
  readExports,
  readMembers,
  recordExport,
} from "../../db/ingestion/exports.ts";
import type { Database } from "../../db/postgres/database.ts";
import { IngestionFault } from "../journal/fault.ts";
import type { Journal } from "../journal/journal.ts";
import { sha256Of } from "../sources/checksum.ts";
import type { ExportFile } from "../sources/found-files.ts";
import { assertOneCorpus, claimCorpus } from "../sources/publisher.ts";
import { isAbsent } from "./absences.ts";
import { attestedBy } from "./attested.ts";
import { type ExportPicture, takePicture } from "./export-picture.ts";
import { guardCorpus } from "./guard-corpus.ts";
import { absencesFrom, exportOrder, writeAbsences } from "./known-absences.ts";
import { KnownRecords } from "./known-records.ts";
import { KnownPgpNames } from "./pgp-names.ts";
import { exportRecords } from "./records/export.ts";
import { storeRecords } from "./store.ts";
import { guardWordings } from "./wordings/guard-wordings.ts";

export interface ExportRun {
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
 * Accepts the exports that may be ingested: not those of another corpus, nor those older than the stored one, because a
 * later export prevails, and a file that changes nothing is no update.
 * @returns the others with why they were refused, in French.
 * @throws {OtherCorpus} before anything is written
 */
export async function admitExports(
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

/**
 * Makes the store match an export, unless that would withdraw too many documents.
 * @throws {IngestionFault} before anything is written, when the guard stops the run
 */
export async function ingestExport(run: ExportRun, picture: ExportPicture): Promise<void> {
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
