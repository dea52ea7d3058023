import { type ExportFact, readExports, readMembers, recordExport } from "../../db/ingestion/exports.ts";
import type { Database } from "../../db/postgres/database.ts";
import { IngestionFault } from "../journal/fault.ts";
import type { Journal } from "../journal/journal.ts";
import type { ExportFile } from "../sources/found.ts";
import { isAbsent } from "./absences.ts";
import { type ExportPicture, takePicture } from "./export-picture.ts";
import { guardCorpus } from "./guard.ts";
import { KnownRecords } from "./known.ts";
import { absencesFrom, exportOrder, writeAbsences } from "./known-absences.ts";
import { KnownPgpNames } from "./pgp-names.ts";
import { exportRecords } from "./records/export.ts";
import { storeRecords } from "./store.ts";

export interface ExportRun {
  readonly database: Database;
  readonly journal: Journal;
  /** Whether the guard is lifted. */
  readonly forced: boolean;
  /** `YYYY-MM-DD`. */
  readonly today: string;
}

/** Reads the exports of a source through, writing nothing, and puts them in the order of what they say. */
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
 * Brings the store to what an export says, unless it would withdraw too many documents.
 * @throws {IngestionFault} before anything is written, when the guard stops the run
 */
export async function ingestExport(run: ExportRun, picture: ExportPicture): Promise<void> {
  const { database, journal } = run;
  await journal.beginStage("diff");
  const fact = factOf(picture);
  const known = await KnownRecords.read(database);
  const exports = await readExports(database);
  const orders = known.editionOrders(picture.members);
  const added = picture.isConclusive ? { ...fact, members: picture.members } : null;
  const absences = await absencesFrom(database, orders, exports, added);
  if (!run.forced) {
    await guardCorpus(database, "Cet export", (boiId) =>
      isAbsent(orders.get(boiId) ?? [], absences.get(boiId) ?? []),
    );
  }
  await journal.datedFrom(fact.asOf);
  journal.count("unchanged", picture.documents + picture.actualites - picture.wanted.size);
  const newer = await membersOf(
    database,
    exports.filter((other) => exportOrder(other) > exportOrder(fact)),
  );
  const names = await KnownPgpNames.read(database);
  await storeRecords({ database, journal, known, newer, names }, exportRecords(picture.file), picture.wanted);
  if (picture.isConclusive) await recordExport(database, fact, picture.members);
  await writeAbsences(database, journal, absences);
}

function factOf({ asOf, file, membersHash }: ExportPicture): ExportFact {
  if (asOf === null) throw new Error("an export without record has no date");
  return { asOf, issuedAt: file.issuedAt.toISOString(), membersHash };
}

/** What is wrong with the first line, when there is one: as a rule all the others have the same fault. */
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

/** Keys that exports hold. */
async function membersOf(database: Database, exports: readonly ExportFact[]): Promise<Set<string>> {
  const keys = new Set<string>();
  for (const hash of new Set(exports.map(({ membersHash }) => membersHash))) {
    for (const key of await readMembers(database, hash)) keys.add(key);
  }
  return keys;
}
