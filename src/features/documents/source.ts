import type { Database } from "../../../db/postgres/database.ts";
import { findOfficialSource } from "../../../db/queries/texts/official-source.ts";
import { refusalOfWording } from "../texts/find-text.ts";
import { demandPossible } from "./possible-document.ts";
import type { SourceRecord } from "./source-answer.ts";

/**
 * The official bytes of a wording, by the fingerprint of its text or by their own.
 * @throws {ApiError} `unknown_document`, `unknown_wording`, `wording_erased`
 */
export async function readSourceRecord(
  database: Database,
  boiId: string,
  empreinte: string,
): Promise<SourceRecord> {
  demandPossible(boiId);
  const found = await findOfficialSource(database, boiId, empreinte);
  if (found === null) throw await refusalOfWording(database, boiId, empreinte);
  // A source that is not in UTF-8 is refused when it is read, so what is stored always is.
  return { boi_id: boiId, encodage: "utf-8", ...found };
}
