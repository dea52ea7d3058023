import type { Database } from "../../db/postgres/client.ts";
import { readVersions, type Version } from "../../db/queries/versions.ts";
import { ApiError } from "../http/errors.ts";
import { demandPossible } from "./possible-document.ts";

export interface History {
  readonly boi_id: string;
  readonly versions: Version[];
}

/**
 * The versions of a document, newest first.
 * @throws {ApiError} `unknown_document`
 */
export async function readHistory(database: Database, boiId: string): Promise<History> {
  demandPossible(boiId);
  const versions = await readVersions(database, boiId);
  if (versions.length === 0) throw new ApiError("unknown_document", { id: boiId });
  return { boi_id: boiId, versions };
}
