import { writeCitation } from "../../../db/bofip/citations/write.ts";
import type { FullDocument } from "../../schemas/answers/document.ts";

/** How professionals cite the edition that a page shows, or one of its §. */
export function cite(
  {
    boi_id: boiId,
    date_publication: date,
    statut,
    date_mise_a_jour: end,
  }: Pick<FullDocument, "boi_id" | "date_publication" | "statut" | "date_mise_a_jour">,
  numero: string | null = null,
): string {
  return writeCitation({ boiId, date, numero, retireLe: statut === "retire" ? end : null });
}
