import type { RunError } from "../../db/schema/ingestion.ts";
import { Memory } from "../journal/journal.ts";
import { BadRecord, type SourceRecord } from "../parse/record.ts";
import { type KnownRecords, recordKey } from "./known-records.ts";
import type { ReceivedRecord, RecordFile } from "./parse-stored.ts";

/** The content of a file of the source, known before anything is written. */
export interface Inventory {
  /** Sorted keys of its usable records. */
  readonly members: readonly string[];
  /** The records not known to be in the store, by their place. */
  readonly wanted: ReadonlyMap<string, Wanted>;
  readonly rejected: readonly RunError[];
}

/** A record to store, or at least to judge. */
export interface Wanted {
  readonly key: string;
  readonly hash: string;
}

/** A usable record of the file. */
export interface Seen {
  readonly key: string;
  /** Null for an actualité. */
  readonly boiId: string | null;
  /** Start of validity, or the day of an actualité. */
  readonly date: string;
  /** Null for one already in the store, which is not parsed again. */
  readonly record: SourceRecord | null;
}

/** Receives each record once, in order, to collect what a kind of file shows beyond its records. */
export interface InventoryObserver {
  saw(seen: Seen, received: ReceivedRecord): void;
  refused?(error: BadRecord, received: ReceivedRecord): void;
}

/** Reads a file through, writing nothing; `known` null parses all records. @throws {IngestionFault} when it is damaged */
export async function takeInventory(
  file: RecordFile,
  known: KnownRecords | null,
  observer: InventoryObserver,
  onItem: () => Promise<void>,
): Promise<Inventory> {
  const counter = new Counter(file.twin, known, observer);
  const memory = new Memory();
  for await (const item of file.read()) {
    if (item.kind === "record") {
      counter.add(item);
      memory.spent(item.size);
    } else counter.rejected.push(item.error);
    await onItem();
  }
  return counter.result();
}

class Counter {
  readonly rejected: RunError[] = [];
  private readonly keys = new Set<string>();
  private readonly wanted = new Map<string, Wanted>();

  constructor(
    private readonly twin: string,
    private readonly known: KnownRecords | null,
    private readonly observer: InventoryObserver,
  ) {}

  add(received: ReceivedRecord): void {
    const { bytesHash, place } = received;
    const held = bytesHash === null ? undefined : this.known?.byRecordHash.get(bytesHash);
    const parsed = held === undefined ? this.parse(received) : null;
    const seen = held === undefined ? parsed?.seen : { ...held, record: null };
    if (seen === undefined) return;
    if (this.keys.has(seen.key)) {
      const reason = `Doublon : ${this.twin} a le même identifiant, la même date et le même numéro PGP.`;
      this.rejected.push(received.remark(seen.boiId ?? seen.key, reason));
      return;
    }
    this.keys.add(seen.key);
    if (parsed !== null) this.wanted.set(place, { key: seen.key, hash: parsed.hash });
    this.observer.saw(seen, received);
  }

  result(): Inventory {
    return { members: [...this.keys].sort(), wanted: this.wanted, rejected: this.rejected };
  }

  private parse(received: ReceivedRecord): { readonly seen: Seen; readonly hash: string } | null {
    try {
      const { record, hash } = received.parse();
      return { seen: seenAs(record), hash };
    } catch (error) {
      if (!(error instanceof BadRecord)) throw error;
      this.rejected.push(received.remark(error.identifier, error.message));
      this.observer.refused?.(error, received);
      return null;
    }
  }
}

function seenAs(record: SourceRecord): Seen {
  const key = recordKey(record);
  return record.kind === "contenu"
    ? { key, boiId: record.boiId, date: record.debutDeValidite, record }
    : { key, boiId: null, date: record.date, record };
}
