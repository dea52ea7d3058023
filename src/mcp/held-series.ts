import { Type as t } from "@sinclair/typebox";
import { Statistics } from "../features/service/answer.ts";
import { Nullable } from "../schemas/responses.ts";
import type { Api } from "./api.ts";

/**
 * Below this many documents, a series is mostly missing from the corpus: an empty result there is no evidence about the
 * law.
 */
const FEW_DOCUMENTS = 5;

/** The result field filled by `noteOfSeries`. */
export const HELD_SERIES = {
  corpus: Nullable(
    t.String({ description: "Ce qui manque au domaine demandé dans ce service ; null : rien à dire" }),
  ),
};

/**
 * A warning when the corpus contains little of the series that a search is restricted to; null when there is nothing
 * to warn of, or no series was given. Never throws: the search is useful without it.
 */
export async function noteOfSeries(api: Api, domaine: string | undefined): Promise<string | null> {
  if (domaine === undefined) return null;
  const code = domaine.trim().toUpperCase();
  const statistics = await api.get("/v1/stats", Statistics).catch(() => null);
  const held = statistics?.domaines.find((series) => series.code === code)?.documents ?? FEW_DOCUMENTS;
  if (held >= FEW_DOCUMENTS) return null;
  const count =
    held === 0 ? "aucun document" : held === 1 ? "1 seul document" : `${held} documents seulement`;
  return `Le domaine ${code} compte ${count} dans le corpus de ce service : ne concluez pas d'une absence, consultez bofip.impots.gouv.fr.`;
}
