import { frenchDate } from "../../../bofip/days/french-date.ts";
import type { CitedNews } from "../../../db/queries/citations/news.ts";
import type { Finding, JudgedDay, SaidEdition } from "./edition.ts";

const NONE = { edition: null, inForce: null };

/** Checks whether an actualité is stored, has the day that a citation gives, and was published by the checked day. */
export function judgeNews(
  news: CitedNews | undefined,
  { edition: said }: Pick<SaidEdition, "edition">,
  day: JudgedDay,
): Finding {
  if (news === undefined) {
    const motif =
      "Le service ne détient aucune actualité de cet identifiant : non détenue ne veut pas dire qu'elle n'existe pas.";
    return { ...NONE, etat: "document_inconnu", motif };
  }
  const date = frenchDate(news.date);
  if (said !== null && said !== news.date)
    return { ...NONE, etat: "edition_non_detenue", motif: `Cette actualité est du ${date}.` };
  if (news.date > day.date) {
    const motif = `Cette actualité est du ${date} : elle n'avait pas paru le ${frenchDate(day.date)}.`;
    return { ...NONE, etat: "edition_non_detenue", motif };
  }
  return { ...NONE, etat: "verifiee", motif: null };
}
