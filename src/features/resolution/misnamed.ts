import type { Database } from "../../../db/postgres/database.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import { resolveDocument } from "./service.ts";

/**
 * The refusal of a request with the identifier to take, when what was given in its place names a document.
 * @param given null when the refusal is about something else.
 */
export async function withDocumentNamed(
  database: Database,
  refusal: ApiError,
  given: string | null,
): Promise<ApiError> {
  if (given === null) return refusal;
  const { boi_id = null, date = null, url = null } = (await resolveDocument(database, given)) ?? {};
  // No edition of it is held: its words, without « BOI », may be words.
  if (boi_id === null || url === null) return refusal;
  const reason = `${refusal.message} Prenez « ${boi_id} ».`;
  return new ApiError("invalid_parameter", { reason }, { boi_id, ...(date === null ? {} : { date }) });
}
