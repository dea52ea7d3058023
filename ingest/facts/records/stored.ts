import type { SourceKind } from "../../../db/schema/documents.ts";
import { decodeArchived, parseArchived } from "../../parse/archived.ts";
import { parseRecord, type SourceRecord } from "../../parse/record.ts";

/**
 * Reads a record in the form in which the store keeps it.
 * @throws {BadRecord} when this version of the parser refuses what another one took
 */
export function parseStored(sourceKind: SourceKind, raw: Buffer): SourceRecord {
  return sourceKind === "archive" ? parseArchived(decodeArchived(raw)) : parseRecord(raw.toString());
}
