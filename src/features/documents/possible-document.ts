import { MAX_IDENTIFIER_LENGTH } from "../../../bofip/identifiers/identifier.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { readNamingParagraphs } from "../../../db/queries/citations/named.ts";
import { ApiError } from "../../http/errors/api-error.ts";

/**
 * Refuses an identifier that no document can have before the store is read.
 * @throws {ApiError} `unknown_document`
 */
export function demandPossible(boiId: string): void {
  if (boiId.length <= MAX_IDENTIFIER_LENGTH) return;
  throw new ApiError("unknown_document", { id: `${boiId.slice(0, MAX_IDENTIFIER_LENGTH)}…` });
}

/** The refusal of a document that is not held, with the § that name it: it may exist. */
export async function unknownDocument(database: Database, boiId: string): Promise<ApiError> {
  const nomme_par = (await readNamingParagraphs(database, [boiId])).get(boiId) ?? [];
  return new ApiError("unknown_document", { id: boiId }, { nomme_par });
}
