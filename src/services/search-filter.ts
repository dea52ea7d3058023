import { isInRange } from "../../db/bofip/law/article-number.ts";
import { citationKey } from "../../db/bofip/law/citation.ts";
import type { DocumentFilter } from "../../db/engine/document-filter.ts";
import type { Database } from "../../db/postgres/database.ts";
import { readCitedRanges } from "../../db/queries/articles.ts";
import type { AskedFilter } from "../schemas/parameters/filters.ts";
import type { LawArticle } from "../schemas/parameters/law.ts";

/** What engines keep to for what a caller asks: an article is cited by itself, or in any range that it lies in. */
export async function readFilter(database: Database, asked: AskedFilter): Promise<DocumentFilter> {
  const { domaine = null, type = null, matiere = null, chemin = null, article } = asked;
  const articles = article === undefined ? null : await readCitationKeys(database, article);
  return { domaine, type, matiere, chemin, articles };
}

async function readCitationKeys(database: Database, { code, article }: LawArticle): Promise<string[]> {
  const ranges = (await readCitedRanges(database, code)).filter((range) => isInRange(article, range));
  return [null, ...ranges].map((etendue) => citationKey({ code, article, etendue }));
}
