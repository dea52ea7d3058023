import { type Publisher, PublisherTally } from "../../bofip/sources/publisher.ts";
import { NUMBER_CLASS } from "../../bofip/text/contenu-html.ts";
import { recordRefusedArchive } from "../../db/ingestion/coverage.ts";
import type { PgpHolder } from "../../db/ingestion/pgp-links.ts";
import {
  type AppliedArchive,
  readAppliedArchives,
  readArchiveMembers,
  recordArchive,
} from "../../db/ingestion/sources.ts";
import type { Database } from "../../db/postgres/database.ts";
import type { RunError } from "../../db/schema/ingestion.ts";
import { IngestionFault } from "../journal/fault.ts";
import type { Journal } from "../journal/journal.ts";
import { encodeArchived, parseArchived } from "../parse/archived.ts";
import { deriveEdition } from "../parse/derive.ts";
import type { ContenuRecord } from "../parse/record.ts";
import type { ArchiveDocument, ArchiveFile } from "../sources/archive/entries.ts";
import { readArchive } from "../sources/archive/read-archive.ts";
import { md5Of, sha256Of } from "../sources/checksum.ts";
import { claimCorpus, OtherCorpus } from "../sources/publisher.ts";
import { holderOf, KnownPgpNames } from "./export-picture.ts";
import { guardCorpus } from "./guard-corpus.ts";
import { type Candidate, guardWordings } from "./guard-wordings.ts";
import { type Inventory, type InventoryObserver, type Seen, takeInventory } from "./inventory.ts";
import { attestedBy, KnownRecords } from "./known-records.ts";
import type { ReceivedRecord, RecordFile, SetAside } from "./parse-stored.ts";
import { factOrder } from "./state.ts";
import { storeRecords } from "./store.ts";

export interface ArchiveRun {
  readonly database: Database;
  readonly journal: Journal;
  readonly signal: AbortSignal;
  /** See `rememberSource`. */
  readonly source: string;
  /** Whether the guard is overridden. */
  readonly forced: boolean;
  /** When its content is received. */
  readonly now: Date;
}

/**
 * Adds the editions and tombstones of archives to the store. What an archive lacks is no evidence. An unusable one
 * stops no other; coverage stops before it. Returns why archives were refused, in French.
 */
export async function ingestArchives(run: ArchiveRun, files: readonly ArchiveFile[]): Promise<string[]> {
  const faults: string[] = [];
  for (const file of files) {
    try {
      await ingestArchive(run, file);
    } catch (error) {
      if (!(error instanceof IngestionFault) || run.signal.aborted) throw error;
      faults.push(error.message);
      // The days of another corpus are no gap in this one.
      if (!(error instanceof OtherCorpus)) await recordRefusedArchive(run.database, file);
    }
  }
  return faults;
}

/**
 * Nothing is written before the archive has been read through, and it is recorded as applied once all of it is written:
 * an interrupted run is done again, over what it had written.
 * @throws {IngestionFault} when the archive is truncated or damaged, of another corpus, or stopped by the guard
 */
async function ingestArchive(run: ArchiveRun, file: ArchiveFile): Promise<void> {
  const { database, journal } = run;
  await journal.beginStage("read");
  const picture = await takeArchivePicture(file, journal, run.signal);
  await claimCorpus(database, { file: file.name, publisher: picture.publisher }, run.source);
  await journal.beginStage("diff");
  const known = await KnownRecords.read(database);
  const newer = await membersAfter(database, file);
  const names = await KnownPgpNames.read(database);
  for (const holder of picture.holders) names.add(holder);
  if (!run.forced) await guard(run, picture, { known, newer, names });
  await journal.datedFrom(file.to);
  report(picture, journal);
  const { members, wanted } = picture;
  const provenance = {
    sourceOrder: archiveOrder(file),
    fichier: file.name,
    empreinteFichier: await sha256Of(file.path),
    day: file.to,
    recueLe: run.now,
  };
  const attested = attestedBy({ kind: "archive", day: file.to, members });
  await storeRecords(
    { database, journal, known, newer, names, provenance, attested },
    archiveRecords(file, run.signal),
    wanted,
  );
  const md5 = file.md5 ?? (await md5Of(file.path));
  const isWhole = picture.rejected.length === 0;
  await recordArchive(database, { ...file, md5, isWhole }, members);
}

/** @throws {IngestionFault} when the archive's tombstones withdraw, or its texts rectify, too many documents */
async function guard(
  { database, signal }: ArchiveRun,
  { file, tombstones, wanted }: ArchivePicture,
  { known, newer, names }: Pick<Candidate, "known" | "newer" | "names">,
): Promise<void> {
  const orders = known.editionOrders([]);
  const label = `L'archive ${file.name}`;
  await guardCorpus(database, label, (boiId) => {
    const tombstone = tombstones.get(boiId);
    return tombstone !== undefined && factOrder(tombstone, "archive") > (orders.get(boiId)?.at(-1) ?? "");
  });
  const sourceOrder = archiveOrder(file);
  await guardWordings(database, {
    file: archiveRecords(file, signal),
    label,
    sourceOrder,
    wanted,
    known,
    newer,
    names,
  });
}

function report({ wanted, rejected }: ArchivePicture, journal: Journal): void {
  journal.count("records", wanted.size + rejected.length);
  journal.count("documents", wanted.size);
  for (const error of rejected) journal.reject(error);
}

/** Maps each record key to the order of the earliest later archive that contains it: that archive overrides this one. */
async function membersAfter(database: Database, file: ArchiveFile): Promise<Map<string, string>> {
  const applied = await readAppliedArchives(database);
  const newer = applied.filter((other) => archiveOrder(other) > archiveOrder(file));
  newer.sort((a, b) => (archiveOrder(a) < archiveOrder(b) ? 1 : -1));
  const next = new Map<string, string>();
  for (const archive of newer) {
    for (const key of await readArchiveMembers(database, archive.name)) next.set(key, archiveOrder(archive));
  }
  return next;
}

/** Archives are ordered by the last day that they cover; a stock shows the state at the end of its day. */
export function archiveOrder({ to, kind, name }: Pick<AppliedArchive, "to" | "kind" | "name">): string {
  return [to, kind === "flux" ? 0 : 1, name].join(" ");
}

/** The content of an archive beyond its records; what it lacks is no evidence. */
interface ArchivePicture extends Inventory {
  readonly file: ArchiveFile;
  readonly holders: readonly PgpHolder[];
  /** Tombstones of withdrawn and moved documents, by their identifier: start of the latest. */
  readonly tombstones: ReadonlyMap<string, string>;
  /** Null for an archive without any usable document. */
  readonly publisher: Publisher | null;
}

/** Reads an archive through. @throws {IngestionFault} when it is damaged or over the limits: no part may then be used */
async function takeArchivePicture(
  file: ArchiveFile,
  journal: Journal,
  signal: AbortSignal,
): Promise<ArchivePicture> {
  const viewer = new Viewer();
  let done = 0;
  const onItem = async () => {
    done += 1;
    await journal.advance({ done, total: done });
  };
  const inventory = await takeInventory(archiveRecords(file, signal), null, viewer, onItem);
  const { holders, tombstones, publishers } = viewer;
  return { ...inventory, file, holders, tombstones, publisher: publishers.publisher };
}

class Viewer implements InventoryObserver {
  readonly holders: PgpHolder[] = [];
  readonly tombstones = new Map<string, string>();
  readonly publishers = new PublisherTally();

  saw({ record }: Seen): void {
    if (record?.kind !== "contenu") return;
    this.publishers.add(record);
    const { boiId, debutDeValidite: date } = record;
    const holder = holderOf(record);
    if (holder !== null) this.holders.push(holder);
    if (isTombstone(record) && date > (this.tombstones.get(boiId) ?? "")) this.tombstones.set(boiId, date);
  }
}

/** A document with § is none, and most of those are long: they need no reading. */
function isTombstone({ boiId, titre, html, texte }: ContenuRecord): boolean {
  if (html?.includes(NUMBER_CLASS) === true) return false;
  return deriveEdition({ id: boiId, titre, html, texte }).tombstone !== null;
}

/** The documents of an archive, a folder each. */
function archiveRecords(file: ArchiveFile, signal: AbortSignal): RecordFile {
  const { path, name } = file;
  return {
    path,
    name,
    sourceKind: "archive",
    twin: "un autre dossier",
    read: () => readRecords(file, signal),
  };
}

async function* readRecords(
  file: ArchiveFile,
  signal: AbortSignal,
): AsyncGenerator<ReceivedRecord | SetAside> {
  for await (const item of readArchive(file, signal)) {
    if (item.kind === "document") yield received(file, item.document);
    else yield { kind: "set-aside", error: remark(file, item.path, null, item.message) };
  }
}

function received(file: ArchiveFile, document: ArchiveDocument): ReceivedRecord {
  const { path, xml, html } = document;
  return {
    kind: "record",
    place: path,
    size: xml.length + (html?.length ?? 0),
    bytesHash: null,
    isTerminated: true,
    parse: () => {
      const record = parseArchived(document);
      return { record, hash: hashOf(record) };
    },
    raw: () => encodeArchived(document),
    remark: (identifiant, reason) => remark(file, path, identifiant, reason),
  };
}

function remark(file: ArchiveFile, path: string, identifiant: string | null, reason: string): RunError {
  return { line: null, identifiant, message: `${file.name}, ${path} : ${reason}` };
}

/** Covers every field taken from a record: another archive with the same values changes nothing. */
function hashOf({ titre, division, url, contentType, relations, html }: ContenuRecord): string {
  const taken = JSON.stringify([titre, division, url, contentType, relations, html]);
  return new Bun.CryptoHasher("sha256").update(taken).digest("base64");
}
