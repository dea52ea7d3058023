import { readPermalink } from "../../bofip/identifiers/identifier.ts";
import { type Publisher, PublisherTally } from "../../bofip/sources/publisher.ts";
import { hashMembers } from "../../db/ingestion/exports.ts";
import { type PgpHolder, readNewsAddresses, readPgpHolders } from "../../db/ingestion/pgp-links.ts";
import type { Database } from "../../db/postgres/database.ts";
import type { RunError } from "../../db/schema/ingestion.ts";
import type { PgpDays, PgpNames } from "../parse/pgp.ts";
import type { BadRecord, SourceRecord } from "../parse/record.ts";
import type { ExportFile } from "../sources/session.ts";
import { type Inventory, type InventoryObserver, type Seen, takeInventory } from "./inventory.ts";
import type { KnownRecords } from "./known-records.ts";
import { exportRecords, type ReceivedRecord } from "./parse-stored.ts";

/** An export describes the whole corpus: what it lacks is no longer in force. */
export interface ExportPicture extends Inventory {
  readonly file: ExportFile;
  /** Latest start of validity among the records, those of the future aside; null without any valid record. */
  readonly asOf: string | null;
  /** Sorted keys of its records; an unusable record with a readable identifier counts under that alone. */
  readonly members: readonly string[];
  readonly membersHash: string;
  /** The PGP numbers of its new records. */
  readonly holders: readonly PgpHolder[];
  /** Remarks on new records that are accepted. */
  readonly notes: readonly RunError[];
  /** False when a record cannot even be identified, or the file seems truncated: its absences then prove nothing. */
  readonly isConclusive: boolean;
  readonly documents: number;
  readonly actualites: number;
  /** Null when the store has some of its records, byte for byte: its publisher is then the store's. */
  readonly publisher: Publisher | null;
}

/** Reads an export through, writing nothing. `known` null parses every record; starts after `today` do not date it. */
export async function takePicture(
  file: ExportFile,
  known: KnownRecords | null,
  today: string,
  onLine: () => Promise<void>,
): Promise<ExportPicture> {
  const viewer = new Viewer(today);
  const inventory = await takeInventory(exportRecords(file), known, viewer, onLine);
  const members = [...inventory.members, ...viewer.unusable].sort();
  const { asOf, holders, notes, isConclusive, documents, actualites, publishers } = viewer;
  return {
    ...inventory,
    file,
    asOf,
    members,
    membersHash: hashMembers(members),
    holders,
    notes,
    isConclusive,
    documents,
    actualites,
    publisher: viewer.isHeldInPart ? null : publishers.publisher,
  };
}

class Viewer implements InventoryObserver {
  readonly unusable = new Set<string>();
  readonly holders: PgpHolder[] = [];
  readonly notes: RunError[] = [];
  asOf: string | null = null;
  isConclusive = true;
  documents = 0;
  actualites = 0;
  isHeldInPart = false;
  readonly publishers = new PublisherTally();
  /** Documents seen, to report those under several PGP numbers. */
  private readonly identifiers = new Set<string>();

  constructor(private readonly today: string) {}

  saw({ boiId, date, record }: Seen, received: ReceivedRecord): void {
    if (date <= this.today && date > (this.asOf ?? "")) this.asOf = date;
    if (record === null) this.isHeldInPart = true;
    else this.publishers.add(record);
    const holder = record && holderOf(record);
    if (holder !== null) this.holders.push(holder);
    if (boiId === null) {
      this.actualites += 1;
      return;
    }
    this.documents += 1;
    if (this.identifiers.has(boiId) && record !== null) {
      const message =
        "Plusieurs numéros PGP pour ce document : le plus récent est en vigueur, l'autre est gardé comme édition.";
      this.notes.push(received.remark(boiId, message));
    }
    this.identifiers.add(boiId);
  }

  refused({ identifier }: BadRecord, { isTerminated }: ReceivedRecord): void {
    // A last line without its end suggests that the rest of the file is missing.
    if (identifier === null || !isTerminated) this.isConclusive = false;
    else this.unusable.add(identifier);
  }
}

interface Holder {
  id: string;
  /** The latest of its days. */
  date: string;
  readonly days: string[];
}

/**
 * The document, or the actualité, of each PGP number: that of the latest edition known under it, the first by identifier
 * when two start on one day. The order in which editions become known makes no difference.
 */
export class KnownPgpNames implements PgpNames, PgpDays {
  private readonly holders = new Map<number, Holder>();

  static async read(database: Database): Promise<KnownPgpNames> {
    const names = new KnownPgpNames();
    for await (const page of readPgpHolders(database)) for (const holder of page) names.add(holder);
    for await (const page of readNewsAddresses(database)) {
      for (const { id, date, url } of page) {
        const { pgp } = readPermalink(url);
        if (pgp !== null) names.add({ pgp, id, date });
      }
    }
    return names;
  }

  get(pgp: number): string | undefined {
    return this.holders.get(pgp)?.id;
  }

  dayOf(pgp: number, on: string): string | null {
    const { id = "", days = [] } = this.holders.get(pgp) ?? {};
    const begun = id.startsWith("ACTU-") ? days : days.filter((day) => day <= on);
    return begun.toSorted().at(-1) ?? null;
  }

  add({ pgp, id, date }: PgpHolder): void {
    const known = this.holders.get(pgp);
    if (known === undefined) {
      this.holders.set(pgp, { id, date, days: [date] });
      return;
    }
    if (date > known.date || (date === known.date && id < known.id)) Object.assign(known, { id, date });
    known.days.push(date);
  }
}

/** The number under which a record is known; null when its address has none. */
export function holderOf(record: SourceRecord): PgpHolder | null {
  if (record.kind === "contenu") return { pgp: record.pgp, id: record.boiId, date: record.debutDeValidite };
  const { pgp } = readPermalink(record.url);
  return pgp === null ? null : { pgp, id: record.id, date: record.date };
}
