import type { QdrantClient } from "@qdrant/js-client-rest";
import { reaching } from "./client.ts";
import { approximationOf } from "./collection-names.ts";
import { BITS, GRAPH, type Layout } from "./layout.ts";

/** The collection behind an alias, or null. */
export async function findCollection(client: QdrantClient, alias: string): Promise<string | null> {
  const { aliases } = await reaching(client.getAliases());
  return aliases.find(({ alias_name }) => alias_name === alias)?.collection_name ?? null;
}

/**
 * Points an alias to a collection and, when its approximation is trusted, the approximation's alias too. One request,
 * applied atomically: readers switch from the old collection to the new one.
 */
export async function putBehindAlias(
  client: QdrantClient,
  alias: string,
  collection: string,
  trusted: Layout | null,
): Promise<void> {
  const approximations = [GRAPH, BITS].map((layout) => approximationOf(alias, layout));
  const wanted = trusted === null ? [alias] : [alias, approximationOf(alias, trusted)];
  const { aliases } = await reaching(client.getAliases());
  const isOurs = (name: string) => name === alias || approximations.includes(name);
  const taken = aliases.filter(({ alias_name }) => isOurs(alias_name));
  const isStanding = (name: string) =>
    taken.some(({ alias_name, collection_name }) => alias_name === name && collection_name === collection);
  const removals = taken.filter(({ alias_name }) => !(wanted.includes(alias_name) && isStanding(alias_name)));
  const creations = wanted.filter((name) => !isStanding(name));
  const actions = [
    ...removals.map(({ alias_name }) => ({ delete_alias: { alias_name } })),
    ...creations.map((name) => ({ create_alias: { alias_name: name, collection_name: collection } })),
  ];
  if (actions.length > 0) await reaching(client.updateCollectionAliases({ actions }));
}
