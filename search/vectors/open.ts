import type { Config } from "../../config/config.ts";
import { type RefreshObserver, UNOBSERVED } from "../../db/engine/refreshed-value.ts";
import type { RelationalStore } from "../../db/postgres/open.ts";
import type { ThreadConnection } from "./exact/messages.ts";
import { openExactReader } from "./exact/reader.ts";
import type { VectorIndex, VectorQuery, VectorReader } from "./port.ts";
import { connectQdrant, isAbsent, type QdrantConnection, reaching } from "./qdrant/client.ts";
import { aliasOf, approximationOf, EXACT, layoutOf } from "./qdrant/collection-names.ts";
import { openQdrantIndex } from "./qdrant/index.ts";
import { findNearest } from "./qdrant/nearest.ts";

/** Selects the vector store to search; plain values, which can be sent to a thread. */
type VectorConfig = Pick<Config, "vectors">;

const PREFIX = "doctrine-passages";

/** Opens what the API searches: Qdrant, or else the relational store, of whose refreshed vectors `observer` is told. */
export function openVectorReader(
  config: VectorConfig & Pick<Config, "database">,
  store: Pick<RelationalStore, "connect">,
  observer: RefreshObserver = UNOBSERVED,
): VectorReader {
  const { vectors, database } = config;
  if (vectors.kind === "embedded") return openExactReader(() => connectionOf(database, store), observer);
  return openQdrantReader({ ...vectors, prefix: PREFIX });
}

/** Opens what ingestion fills; null when the vectors of the relational store are searched directly. */
export function openVectorIndex({ vectors }: VectorConfig): VectorIndex | null {
  return vectors.kind === "embedded" ? null : openQdrantIndex({ ...vectors, prefix: PREFIX });
}

function connectionOf(
  database: Config["database"],
  store: Pick<RelationalStore, "connect">,
): ThreadConnection {
  if (database.kind === "server") return { kind: "server", url: database.url };
  const door = store.connect();
  if (door === null) throw new Error("an embedded store gives a door");
  return { kind: "door", door };
}

/** A question normally takes well under 100 ms: a server slower than this is in trouble. */
const TIME_LIMIT_MS = 3_000;

const COMPARED_WHOLE =
  "Le rappel de l'index approché n'est pas prouvé : chaque question est comparée à tous les vecteurs.";

/**
 * Reader of the points that `qdrant/index.ts` stores. They are searched approximately through the alias that exists
 * once their recall is proved; without that alias, every vector is compared. Named documents always are.
 */
export function openQdrantReader(connection: QdrantConnection): VectorReader {
  const client = connectQdrant(connection, TIME_LIMIT_MS);
  const layout = layoutOf(connection);
  const namesOf = (version: string) => {
    const alias = aliasOf(connection.prefix, version);
    return { alias, approximation: approximationOf(alias, layout) };
  };
  const searchPast = async (version: string, query: Omit<VectorQuery, "version">) => {
    if (query.pastAmong?.length === 0) return [];
    const past = aliasOf(connection.prefix, version, "past");
    // Not filled yet: the answer says so.
    return await orWhenAbsent(
      () => findNearest(client, past, query, EXACT),
      async () => [],
    );
  };
  return {
    async search({ version, ...query }) {
      if (query.pastAmong !== undefined) return await searchPast(version, query);
      const { alias, approximation } = namesOf(version);
      if (query.among?.length === 0) return [];
      const compareAll = () => findNearest(client, alias, query, EXACT);
      if (query.among !== undefined) return await compareAll();
      return await orWhenAbsent(() => findNearest(client, approximation, query, layout.params), compareAll);
    },
    async ping(version) {
      const { alias, approximation } = namesOf(version);
      const isThere = async (name: string) => void (await reaching(client.getCollection(name)));
      return await orWhenAbsent(
        () => isThere(approximation).then(() => null),
        () => isThere(alias).then(() => COMPARED_WHOLE),
      );
    },
    close: async () => {},
  };
}

/** Returns the result of `first` or, when the name it uses does not exist, of `second`. */
async function orWhenAbsent<Result>(
  first: () => Promise<Result>,
  second: () => Promise<Result>,
): Promise<Result> {
  try {
    return await first();
  } catch (error) {
    if (!isAbsent(error)) throw error;
    return await second();
  }
}
