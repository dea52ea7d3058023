import type { Notice } from "../../../db/queries/notices.ts";
import type { Statut } from "../../../db/schema/documents.ts";
import type { Ending } from "./ending-answer.ts";

/** The end of a document or of an edition, from what is stored of it. */
export function endingOf(stored: {
  readonly statut: Statut;
  readonly transfere_vers: string | null;
  readonly notice: Notice | null;
}): Ending {
  const { statut, transfere_vers: first, notice } = stored;
  const avis = notice?.avis ?? null;
  if (statut === "retire") return { avis };
  if (statut !== "transfere") return {};
  // An edition not yet derived by this version has only its first target.
  const targets = notice?.transferts ?? [];
  return { avis, transferts: targets.length > 0 || first === null ? targets : [first] };
}
