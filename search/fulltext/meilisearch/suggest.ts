import type { Meilisearch } from "meilisearch";
import { asciiUpperCase, isIdentifierStart } from "../../../bofip/identifiers/identifier.ts";
import { ask, traced } from "./connection.ts";
import { foldedWords, type TitleRecord } from "./schema.ts";

/**
 * Identifiers of the documents whose titles start like the text, best first: those that contain all its words, with a
 * few typos and the last word possibly incomplete, or else those that contain the first words. The start of an
 * identifier returns the identifiers that start with it, shortest first.
 * @param index the title index.
 */
export async function suggestTitles(
  client: Meilisearch,
  index: string,
  text: string,
  limit: number,
): Promise<string[]> {
  const find = (q: string, options: object) => findTitles(client, index, q, { ...options, limit });
  const start = asciiUpperCase(text.trim());
  if (isIdentifierStart(start)) {
    const named = await namedTitles(client, index, start, limit);
    if (named.length > 0) return named;
  }
  const words = foldedWords(text);
  if (words === "") return [];
  const whole = await find(words, { matchingStrategy: "all" });
  return whole.length > 0 ? whole : find(words, { matchingStrategy: "last" });
}

async function namedTitles(
  client: Meilisearch,
  index: string,
  start: string,
  limit: number,
): Promise<string[]> {
  const options = { filter: `pk STARTS WITH "${start}"`, sort: ["longueur_pk:asc", "pk:asc"], limit };
  const { results } = await ask(() =>
    client.index<TitleRecord>(index).getDocuments({ ...options, fields: ["pk"] }),
  );
  return results.map(({ pk }) => pk);
}

async function findTitles(client: Meilisearch, index: string, q: string, options: object): Promise<string[]> {
  const { hits } = await ask(() =>
    client.index<TitleRecord>(index).search(q, { ...options, attributesToRetrieve: ["pk"] }, traced()),
  );
  return hits.map(({ pk }) => pk);
}
