import { Type as t } from "@sinclair/typebox";
import { Statistics } from "../schemas/answers/service.ts";
import { Nullable } from "../schemas/responses.ts";
import { type Api, answerOf } from "./api.ts";

/** Below so many documents, a series is hardly in the corpus: finding nothing there says nothing of the law. */
const FEW_DOCUMENTS = 5;

/** The field of a result that `noteOfSeries` fills. */
export const HELD_SERIES = {
  corpus: Nullable(
    t.String({ description: "Ce qui manque au domaine demandé dans ce service ; null : rien à dire" }),
  ),
};

/**
 * What a reader must know of the series that a search keeps to when the corpus held hardly has it; null when there is
 * nothing to say, or no series was asked for. Never throws: the search itself is worth giving without it.
 */
export async function noteOfSeries(api: Api, domaine: string | undefined): Promise<string | null> {
  if (domaine === undefined) return null;
  const code = domaine.trim().toUpperCase();
  const statistics = await answerOf(api.GET("/v1/stats"), Statistics).catch(() => null);
  const held = statistics?.domaines.find((series) => series.code === code)?.documents ?? FEW_DOCUMENTS;
  if (held >= FEW_DOCUMENTS) return null;
  const count =
    held === 0 ? "aucun document" : held === 1 ? "1 seul document" : `${held} documents seulement`;
  return `Le domaine ${code} compte ${count} dans le corpus de ce service : ne concluez pas d'une absence, consultez bofip.impots.gouv.fr.`;
}
