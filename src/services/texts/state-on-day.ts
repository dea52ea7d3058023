import type { CitedEdition } from "../../../db/queries/citations/editions.ts";
import type { StateOnDay } from "../../schemas/answers/document.ts";

/**
 * Where a document stood on a day, from the editions held of it, newest first.
 * A day before them tells nothing of the document: it is not held.
 */
export function stateOn(editions: readonly CitedEdition[], day: string): StateOnDay {
  const last = editions.find(({ date_debut }) => date_debut <= day);
  if (editions.length === 0) return { etat: "inconnue", date_debut: null, url: null };
  if (last === undefined) return { etat: "non_detenue", date_debut: null, url: null };
  if (last.date_fin !== null && last.date_fin <= day) return { etat: "retiree", date_debut: null, url: null };
  return { etat: "en_vigueur", date_debut: last.date_debut, url: last.url };
}
