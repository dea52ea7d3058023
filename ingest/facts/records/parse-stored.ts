import type { SourceKind } from "../../../db/schema/documents.ts";
import { decodeArchived, parseArchived } from "../../parse/archived.ts";
import { parseRecord, type SourceRecord } from "../../parse/record.ts";

/**
 * Parses a record from its stored form.
 * @throws {BadRecord} when this version of the parser refuses what another one accepted
 */
export function parseStored(sourceKind: SourceKind, raw: Buffer): SourceRecord {
  return sourceKind === "archive" ? parseArchived(decodeArchived(raw)) : parseRecord(raw.toString());
}
