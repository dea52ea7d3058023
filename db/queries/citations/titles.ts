import type { Database } from "../../postgres/database.ts";

/** A document in force and its title. */
export interface TitledDocument {
  readonly boiId: string;
  readonly titre: string;
}

/** The documents in force whose titles end with one of some words, whatever the marks between these; one statement. */
export async function readTitlesEnding(
  database: Database,
  endings: readonly string[],
): Promise<TitledDocument[]> {
  if (endings.length === 0) return [];
  const sql = database.$client;
  return await sql<TitledDocument[]>`
    select boi_id as "boiId", titre from documents
    where statut = 'en_vigueur' and lower(titre) like any(string_to_array(${endings.map(patternOf).join("\n")}, E'\n'))
    order by boi_id`;
}

/** Any one character stands for a mark or a space, so that no other is special. */
function patternOf(ending: string): string {
  const words = ending.normalize("NFC").toLowerCase().trim();
  return `%${words.replace(/\s+/g, " ").replace(/[^\p{L}\p{N}]/gu, "_")}`;
}
