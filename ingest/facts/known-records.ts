import { readKnownActualites } from "../../db/ingestion/actualites.ts";
import { type KnownWording, readKnownEditions } from "../../db/ingestion/editions.ts";
import type { EditionKey } from "../../db/ingestion/wordings/edition-key.ts";
import type { Database } from "../../db/postgres/database.ts";
import type { SourceKind } from "../../db/schema/documents.ts";
import type { SourceRecord } from "../parse/record.ts";
import { factOrder } from "./state.ts";

/** A record of the store, or one about to be stored. */
export interface KnownRecord {
  /** See `recordKey`. */
  readonly key: string;
  /** Null for an actualité. */
  readonly boiId: string | null;
  /** Start of validity, or the day of an actualité. */
  readonly date: string;
  /** Kind of source that the store answers with. */
  readonly sourceKind: SourceKind;
  readonly recordHash: string;
  /** Hash of the latest record of the other kind of source; null when there is none. */
  readonly otherRecordHash: string | null;
  readonly sourceHash: string;
  /** For an edition, grouped by kind of source, in order. */
  readonly wordings: readonly KnownWording[];
}

/** Identifies a record: `BOI-IR-LIQ|2024-01-18|2494` for an edition, the identifier for an actualité. */
export function recordKey(record: SourceRecord): string {
  return record.kind === "actualite"
    ? record.id
    : editionKey(record.boiId, record.debutDeValidite, record.pgp);
}

function editionKey(boiId: string, debutDeValidite: string, pgp: number): string {
  return `${boiId}|${debutDeValidite}|${pgp}`;
}

/** Identifier of the document and start of validity in a key; the latter is "" when the key has none. */
export function readKey(key: string): { readonly boiId: string; readonly date: string } {
  const [boiId = "", date = ""] = key.split("|");
  return { boiId, date };
}

function readEditionKey(key: string): EditionKey {
  const [boiId = "", debutDeValidite = "", pgp = ""] = key.split("|");
  return { boiId, debutDeValidite, pgp: Number(pgp) };
}

/** Everything in the store, without contents: about 500 bytes a record. */
export class KnownRecords {
  readonly byKey = new Map<string, KnownRecord>();
  /** By the hash of the latest record of each kind of source. */
  readonly byRecordHash = new Map<string, KnownRecord>();

  static async read(database: Database): Promise<KnownRecords> {
    const known = new KnownRecords();
    for await (const page of readKnownEditions(database)) {
      for (const edition of page) {
        const { boiId, debutDeValidite, pgp } = edition;
        known.add({ ...edition, key: editionKey(boiId, debutDeValidite, pgp), date: debutDeValidite });
      }
    }
    for await (const page of readKnownActualites(database)) {
      for (const actualite of page) {
        known.add({
          ...actualite,
          key: actualite.id,
          boiId: null,
          sourceKind: "export",
          otherRecordHash: null,
          wordings: [],
        });
      }
    }
    return known;
  }

  /** Orders of the editions of each document, ascending, including those that an export's keys would add. */
  editionOrders(members: readonly string[]): Map<string, string[]> {
    const orders = new Map<string, string[]>();
    const add = (boiId: string, order: string) => {
      const list = orders.get(boiId);
      if (list === undefined) orders.set(boiId, [order]);
      else list.push(order);
    };
    for (const { boiId, date, sourceKind, wordings } of this.byKey.values()) {
      const isArchived = sourceKind === "archive" || wordings.some((one) => one.sourceKind === "archive");
      if (boiId !== null) add(boiId, factOrder(date, isArchived ? "archive" : "export"));
    }
    for (const key of members) {
      const { boiId, date } = readKey(key);
      if (date !== "" && !this.byKey.has(key)) add(boiId, factOrder(date, "export"));
    }
    for (const list of orders.values()) list.sort();
    return orders;
  }

  private add(record: KnownRecord): void {
    // Rows read from the store have more fields.
    const { key, boiId, date, sourceKind, recordHash, otherRecordHash, sourceHash, wordings } = record;
    const kept = { key, boiId, date, sourceKind, recordHash, otherRecordHash, sourceHash, wordings };
    this.byKey.set(key, kept);
    this.byRecordHash.set(recordHash, kept);
    if (otherRecordHash !== null && isMet(kept)) this.byRecordHash.set(otherRecordHash, kept);
  }
}

/** Whether both kinds of source gave a wording: before wordings existed, the other's text was not stored. */
export function isMet({ wordings, sourceKind }: KnownRecord): boolean {
  return wordings.some((wording) => wording.sourceKind !== sourceKind);
}

/** Maps the key of an edition to the latest day on which sources show it in force, `YYYY-MM-DD`. */
export type Attested = ReadonlyMap<string, string>;

/** Determines which editions a file of the source shows in force. */
export interface Showing {
  readonly kind: SourceKind;
  /** Day that it describes: an export's own, the last one of an archive. */
  readonly day: string;
  /** Keys of its records. */
  readonly members: readonly string[];
}

/**
 * The editions that a file shows in force: for an export all its members, on its day; for an archive each edition on
 * its first day, and the last one of each document on the archive's last day. Nothing is shown before it begins.
 */
export function attestedBy({ kind, day, members }: Showing): Map<string, string> {
  const attested = new Map<string, string>();
  const last = kind === "archive" ? lastEditions(members) : null;
  for (const key of members) {
    const { date } = readKey(key);
    if (date === "" || date > day) continue;
    attested.set(key, last === null || last.has(key) ? day : date);
  }
  return attested;
}

function lastEditions(members: readonly string[]): ReadonlySet<string> {
  const last = new Map<string, string>();
  for (const key of members) {
    const { boiId } = readKey(key);
    const other = last.get(boiId);
    if (other === undefined || orderOf(key) > orderOf(other)) last.set(boiId, key);
  }
  return new Set(last.values());
}

/** By start of validity, then by PGP number. */
function orderOf(key: string): string {
  const { debutDeValidite, pgp } = readEditionKey(key);
  return `${debutDeValidite} ${String(pgp).padStart(10, "0")}`;
}
