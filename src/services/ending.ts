import type { Notice } from "../../db/queries/notices.ts";
import type { Statut } from "../../db/schema/documents.ts";

/** What is told of the end of a document that is withdrawn or moved; nothing of another. */
export interface Ending {
  /** The source's notice, word for word; null when only an absence tells of the end. */
  readonly avis?: string | null;
  /** Only of a moved one: every document that the notice names. */
  readonly transferts?: readonly string[];
}

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
  // An edition that this version has not derived yet has its first target alone.
  const targets = notice?.transferts ?? [];
  return { avis, transferts: targets.length > 0 || first === null ? targets : [first] };
}
