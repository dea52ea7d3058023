import type { Database } from "../../../db/postgres/database.ts";
import { readCitingIds } from "../../../db/queries/articles/commenting.ts";
import { readKeptIds } from "../../../search/stems/kept-documents.ts";
import type { AskedFilter } from "../../schemas/parameters/filters.ts";

/** What both sides of a search are restricted to: a series, which they store themselves, or a list of documents. */
export interface Kept {
  /** Null: every series, or those of the listed documents. */
  readonly domaine: string | null;
  /** Null: every document of the series. */
  readonly among: ReadonlySet<string> | null;
}

/** The documents in force that a caller restricts a search to. */
export async function readKept(database: Database, asked: AskedFilter): Promise<Kept> {
  const { domaine = null, type = null, matiere = null, chemin = null, article } = asked;
  const others = { type, matiere, chemin };
  const isOpen = Object.values(others).every((side) => side === null);
  if (isOpen && article === undefined) return { domaine, among: null };
  const kept = await readKeptIds(database, { domaine, ...others });
  if (article === undefined) return { domaine: null, among: kept };
  const citing = await readCitingIds(database, article);
  return { domaine: null, among: kept.intersection(citing) };
}
