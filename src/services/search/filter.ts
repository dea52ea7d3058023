import { citationKey } from "../../../bofip/law/citation.ts";
import type { DocumentFilter } from "../../../db/engine/document-filter.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { readRangesAround } from "../../../db/queries/articles/cited.ts";
import type { AskedFilter } from "../../schemas/parameters/filters.ts";
import type { LawArticle } from "../../schemas/parameters/law.ts";

/** The engines' filter for what a caller requests: an article counts as cited by itself or within any range. */
export async function readFilter(database: Database, asked: AskedFilter): Promise<DocumentFilter> {
  const { domaine = null, type = null, matiere = null, chemin = null, article } = asked;
  const articles = article === undefined ? null : await readCitationKeys(database, article);
  return { domaine, type, matiere, chemin, articles };
}

async function readCitationKeys(database: Database, cited: LawArticle): Promise<string[]> {
  const ranges = await readRangesAround(database, cited);
  return [null, ...ranges].map((etendue) => citationKey({ ...cited, etendue }));
}
