import type { SourceKind } from "../../db/schema/documents.ts";
import type { RunError } from "../../db/schema/ingestion.ts";
import { decodeArchived, parseArchived } from "../parse/archived.ts";
import { BadRecord, findIdentifier, parseRecord, type SourceRecord } from "../parse/record.ts";
import { type Line, readLines } from "../sources/bytes.ts";
import type { ExportFile } from "../sources/session.ts";

/** Parses a stored record. @throws {BadRecord} when this version of the parser refuses what another one accepted */
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

/** The lines of an export; one already in the store is recognised by its hash. */
export function exportRecords({ path, name }: ExportFile): RecordFile {
  return { path, name, sourceKind: "export", twin: "une ligne précédente", read: () => readRecords(path) };
}

async function* readRecords(path: string): AsyncGenerator<ReceivedRecord> {
  for await (const line of readLines(path)) yield received(line);
}

function received(line: Line): ReceivedRecord {
  const { number, bytes, isTerminated } = line;
  const bytesHash = new Bun.CryptoHasher("sha256").update(bytes).digest("base64");
  return {
    kind: "record",
    place: String(number),
    size: bytes.length,
    bytesHash,
    isTerminated,
    parse: () => ({ record: parseLine(bytes), hash: bytesHash }),
    raw: () => bytes,
    remark: (identifiant, message) => ({ line: number, identifiant, message }),
  };
}

const strict = new TextDecoder("utf-8", { fatal: true });
const lenient = new TextDecoder();

function parseLine(bytes: Uint8Array): SourceRecord {
  return parseRecord(decode(bytes));
}

function decode(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    throw new BadRecord("ligne qui n'est pas en UTF-8.", findIdentifier(lenient.decode(bytes)));
  }
}
