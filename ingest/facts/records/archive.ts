import type { RunError } from "../../../db/schema/ingestion.ts";
import { encodeArchived, parseArchived } from "../../parse/archived.ts";
import type { ContenuRecord } from "../../parse/record.ts";
import type { ArchiveFile } from "../../sources/archive/file.ts";
import type { ArchiveDocument } from "../../sources/archive/item.ts";
import { readArchive } from "../../sources/archive/read-archive.ts";
import type { ReceivedRecord, RecordFile, SetAside } from "./port.ts";

/** The documents of an archive, a folder each. */
export function archiveRecords(file: ArchiveFile, signal: AbortSignal): RecordFile {
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

/**
 * Covers every field taken from a record: another archive with the same values, and other back-references for instance,
 * changes nothing.
 */
function hashOf({ titre, division, url, contentType, relations, html }: ContenuRecord): string {
  const taken = JSON.stringify([titre, division, url, contentType, relations, html]);
  return new Bun.CryptoHasher("sha256").update(taken).digest("base64");
}
