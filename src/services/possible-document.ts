import { MAX_IDENTIFIER_LENGTH } from "../../bofip/identifiers/identifier.ts";
import { ApiError } from "../http/errors/api-error.ts";

/**
 * Refuses an identifier that no document can have before the store is read.
 * @throws {ApiError} `unknown_document`
 */
export function demandPossible(boiId: string): void {
  if (boiId.length <= MAX_IDENTIFIER_LENGTH) return;
  throw new ApiError("unknown_document", { id: `${boiId.slice(0, MAX_IDENTIFIER_LENGTH)}…` });
}
