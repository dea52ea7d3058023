import type { SourceKind } from "../../../db/schema/documents.ts";
import type { RunError } from "../../../db/schema/ingestion.ts";
import { decodeArchived, parseArchived } from "../../parse/archived.ts";
import { parseRecord, type SourceRecord } from "../../parse/record.ts";

/**
 * Parses a record from its stored form.
 * @throws {BadRecord} when this version of the parser refuses what another one accepted
 */
export function parseStored(sourceKind: SourceKind, raw: Buffer): SourceRecord {
  return sourceKind === "archive" ? parseArchived(decodeArchived(raw)) : parseRecord(raw.toString());
}

/** A file of the official source as a sequence of records; it may be read more than once. */
export interface RecordFile {
  readonly path: string;
  /** The source's own name for it. */
  readonly name: string;
  readonly sourceKind: SourceKind;
  /** What a duplicate repeats, in French: « une ligne précédente ». */
  readonly twin: string;
  /** @throws {IngestionFault} when the file is truncated, damaged or over the limits: no part of it may be used. */
  read(): AsyncIterable<ReceivedRecord | SetAside>;
}

/** A record and its place in the file. */
export interface ReceivedRecord {
  readonly kind: "record";
  /** Unique in its file: the number of a line, a folder of an archive. */
  readonly place: string;
  /** About its size in bytes. */
  readonly size: number;
  /** Hash that identifies it when its bytes are enough; null when it must be parsed first. */
  readonly bytesHash: string | null;
  /** False when the file may have been truncated there. */
  readonly isTerminated: boolean;
  /** @throws {BadRecord} */
  parse(): ParsedRecord;
  /** The form in which the store keeps it, to derive it again. */
  raw(): Uint8Array;
  /** How the run reports a remark on it. */
  remark(identifiant: string | null, message: string): RunError;
}

interface ParsedRecord {
  readonly record: SourceRecord;
  /** Identifies its content: an equal one changes nothing. */
  readonly hash: string;
}

/** Something in the file that is no record. */
export interface SetAside {
  readonly kind: "set-aside";
  readonly error: RunError;
}
