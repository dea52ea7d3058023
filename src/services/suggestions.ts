import type { Database } from "../../db/postgres/database.ts";
import { readTitles } from "../../db/queries/hits.ts";
import type { FullTextReader } from "../../search/fulltext/port.ts";
import type { Suggestions } from "../schemas/answers/suggestions.ts";

/** Documents in force whose titles resemble `q`, or whose identifiers start with it, best first. */
export async function suggestTitles(
  { database, fulltext }: { readonly database: Database; readonly fulltext: FullTextReader },
  { q, limit }: { readonly q: string; readonly limit: number },
): Promise<Suggestions> {
  const boiIds = await fulltext.suggest(q, limit);
  const titles = await readTitles(database, boiIds);
  return { q, suggestions: boiIds.flatMap((boiId) => titles.get(boiId) ?? []) };
}
