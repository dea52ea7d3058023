import type { Database } from "../../db/postgres/database.ts";
import { readDocumentState, readVersions } from "../../db/queries/versions.ts";
import { ApiError } from "../http/errors/api-error.ts";
import type { History } from "../schemas/answers/history.ts";
import { endingOf } from "./ending.ts";
import { demandPossible } from "./possible-document.ts";

/**
 * The versions of a document, newest first.
 * @throws {ApiError} `unknown_document`
 */
export async function readHistory(database: Database, boiId: string): Promise<History> {
  demandPossible(boiId);
  const [versions, state] = await Promise.all([
    readVersions(database, boiId),
    readDocumentState(database, boiId),
  ]);
  if (versions.length === 0 || state === null) throw new ApiError("unknown_document", { id: boiId });
  return { boi_id: boiId, versions, ...endingOf(state) };
}
