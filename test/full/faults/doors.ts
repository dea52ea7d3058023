import type { EngineName, ObservedEngine, Observer } from "../../servers/observed.ts";
import { meilisearchBehind, observeHttp, qdrantBehind } from "../../servers/observed-http.ts";
import { observePostgres } from "../../servers/observed-postgres.ts";
import type { Engines } from "./engines.ts";

/** Between a run and its engines: a door before each one. */
export interface Doors {
  readonly of: Readonly<Record<EngineName, ObservedEngine>>;
  close(): Promise<void>;
}

export async function openDoors(engines: Engines, observer: Observer): Promise<Doors> {
  const of = {
    postgres: await observePostgres(engines.postgresUrl, observer),
    meilisearch: observeHttp(meilisearchBehind(engines.meilisearch.url), observer),
    qdrant: observeHttp(qdrantBehind(engines.qdrant.url), observer),
  };
  const close = async () => {
    await Promise.all(Object.values(of).map((door) => door.close()));
  };
  return { of, close };
}
