import { frenchDate } from "../../../db/bofip/french-date.ts";
import { firstHeld, type HeldEdition } from "../../../db/queries/texts/editions-at.ts";
import type { DocumentState } from "../../../db/queries/versions.ts";
import { ApiError } from "../../http/errors/api-error.ts";

/**
 * Why no edition of a document answers for a day: what precedes the editions held is not held, what follows a
 * withdrawal was withdrawn.
 * @param held its editions, latest first.
 */
export function refusalOfDay(
  boiId: string,
  date: string,
  held: readonly HeldEdition[],
  { transfere_vers, date_fin }: Pick<DocumentState, "transfere_vers" | "date_fin">,
): ApiError {
  const first = firstHeld(held);
  const last = held.find(({ date_debut }) => date_debut <= date);
  // Of a document known by its notice alone, the end is all that is known.
  const end = held.length === 0 ? date_fin : (last?.date_fin ?? null);
  const isWithdrawn = end !== null && end <= date;
  const isMoved = isWithdrawn && (last?.statut ?? "transfere") === "transfere" && transfere_vers !== null;
  const details = {
    date,
    premiere_edition_detenue: first,
    transfere_vers: isMoved ? transfere_vers : null,
    proches: nearestStarts(held, date),
  };
  const day = frenchDate(date);
  if (isWithdrawn) {
    const ended = isMoved || last?.statut === "transfere" ? "transféré" : "retiré";
    return new ApiError("document_withdrawn", { id: boiId, date: day, ended, end: frenchDate(end) }, details);
  }
  if (first === null) return new ApiError("no_edition_held", { id: boiId, date: day }, details);
  return new ApiError("edition_not_held", { id: boiId, date: day, first: frenchDate(first) }, details);
}

/** Starts of the last edition held before a day and of the first one after it. */
function nearestStarts(held: readonly HeldEdition[], date: string): string[] {
  const before = held.find(({ date_debut }) => date_debut <= date);
  const after = held.findLast(({ date_debut }) => date_debut > date);
  return [before, after].flatMap((edition) => edition?.date_debut ?? []);
}
