import { connectQdrant } from "../../../../search/vectors/qdrant/client.ts";
import { type Lines, shown } from "./lines.ts";

/** More than the corpora of the campaigns have. */
const MAX_POINTS = 10_000;
const TIME_LIMIT_MS = 20_000;

/**
 * Every point behind every alias, and the collections that no reader can reach.
 * @throws when a collection has more points than one page gives.
 */
export async function dumpQdrant(url: string): Promise<Lines> {
  const client = connectQdrant({ url, apiKey: null, prefix: "" }, TIME_LIMIT_MS);
  const lines: string[] = [];
  const { aliases } = await client.getAliases();
  const reached = new Set(aliases.map(({ collection_name }) => collection_name));
  for (const { name } of (await client.getCollections()).collections)
    if (!reached.has(name)) lines.push("a collection without alias");
  for (const { alias_name: alias } of aliases) {
    const { config, payload_schema } = await client.getCollection(alias);
    const { hnsw_config: hnsw, optimizer_config: optimizer, params } = config;
    lines.push(`${alias} of ${shown(params.vectors)}, by ${Object.keys(payload_schema).sort()}`);
    lines.push(`${alias} with ${shown(hnsw)}, ${shown(optimizer)}`);
    const asked = { limit: MAX_POINTS, with_payload: true, with_vector: true };
    const { points, next_page_offset } = await client.scroll(alias, asked);
    if (next_page_offset !== null && next_page_offset !== undefined) throw new Error("not all of the points");
    for (const { id, vector, payload } of points)
      lines.push(`${alias} ${id} ${shown(payload)} ${shown(vector)}`);
  }
  return lines.sort();
}
