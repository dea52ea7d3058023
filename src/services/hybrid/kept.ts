import type { Database } from "../../../db/postgres/database.ts";
import { readCitingIds } from "../../../db/queries/articles/commenting.ts";
import { readFilteredIds } from "../../../search/stems/filtered-documents.ts";
import type { AskedFilter } from "../../schemas/parameters/filters.ts";

/** What the sides of a search keep to: a series, which they hold themselves, or documents that are named. */
export interface Kept {
  /** Null: every series, or those of the documents named. */
  readonly domaine: string | null;
  /** Null: every document of the series. */
  readonly among: ReadonlySet<string> | null;
}

/** The documents in force that a caller keeps a search to. */
export async function readKept(database: Database, asked: AskedFilter): Promise<Kept> {
  const { domaine = null, type = null, matiere = null, chemin = null, article } = asked;
  const others = { type, matiere, chemin };
  const isOpen = Object.values(others).every((side) => side === null);
  if (isOpen && article === undefined) return { domaine, among: null };
  const kept = await readFilteredIds(database, { domaine, ...others });
  if (article === undefined) return { domaine: null, among: kept };
  const citing = await readCitingIds(database, article);
  return { domaine: null, among: kept.intersection(citing) };
}
