import type { CitedEdition } from "../../../db/queries/citations/editions.ts";
import type { StateOnDay } from "../../schemas/answers/document.ts";

/**
 * The state of a document on a day, from its stored editions, newest first. Nothing is known of a day before them:
 * the text is not stored.
 */
export function stateOn(editions: readonly CitedEdition[], day: string): StateOnDay {
  const last = editions.find(({ date_debut }) => date_debut <= day);
  if (editions.length === 0) return { etat: "inconnue", date_debut: null, url: null };
  if (last === undefined) return { etat: "non_detenue", date_debut: null, url: null };
  if (last.date_fin !== null && last.date_fin <= day) return { etat: "retiree", date_debut: null, url: null };
  return { etat: "en_vigueur", date_debut: last.date_debut, url: last.url };
}
