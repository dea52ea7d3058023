import { BadRecord, findIdentifier, parseRecord, type SourceRecord } from "../../parse/record.ts";

import type { ExportFile } from "../../sources/found-files.ts";
import { type Line, readLines } from "../../sources/lines.ts";
import type { ReceivedRecord, RecordFile } from "./parse-stored.ts";

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
