import { listMentions } from "../../../../bofip/law/cited/entries.ts";
import type { CitedKind } from "../../../../bofip/law/cited/keys.ts";
import { readCitedLaw } from "../../../../bofip/law/cited/read-cited-law.ts";
import type { PlacedLink } from "./body-articles.ts";

/** Path of the page of what a key names, when the document is known to cite it; null for another. */
export type FindLaw = (genre: CitedKind, cle: string) => string | null;

/** Finds the decisions, norms and answers that a text names by themselves, in order: the whole citation is the link. */
export function findLawLinks(text: string, find: FindLaw): PlacedLink[] {
  return listMentions(readCitedLaw(text)).flatMap(({ genre, cle, start, end }) => {
    const path = cle === null ? null : find(genre, cle);
    return path === null ? [] : [{ start, end, path }];
  });
}
