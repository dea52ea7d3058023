import { cpSync, rmSync } from "node:fs";
import type { Meilisearch } from "meilisearch";
import postgres from "postgres";
import { temporaryFolder } from "../../folders.ts";
import { startServer } from "../../servers/meilisearch.ts";
import { type OwnQdrant, type QdrantSnapshot, startOwnQdrant } from "../../servers/own-qdrant.ts";
import { createDatabase, type TestDatabase } from "../../servers/postgres.ts";
import type { Lines } from "./state/lines.ts";
import { dumpMeilisearch } from "./state/meilisearch.ts";
import { dumpQdrant } from "./state/qdrant.ts";
import { dumpRelational } from "./state/relational.ts";

/** The whole content of the three stores. */
export interface State {
  readonly relational: Lines;
  readonly fullText: Lines;
  readonly vectors: Lines;
}

/** The content of three stopped engines: others start from it. */
export interface Snapshot {
  readonly database: TestDatabase;
  readonly meilisearchFolder: string;
  readonly qdrant: QdrantSnapshot;
}

/** Three engines of their own: a PostgreSQL database, a Meilisearch server, a Qdrant. */
export interface Engines {
  readonly postgresUrl: string;
  readonly meilisearch: { readonly url: string; readonly key: string; readonly client: Meilisearch };
  readonly qdrant: Pick<OwnQdrant, "url" | "isAway" | "kill" | "revive">;
  /** Records that the content of the store came from a source. */
  rememberSource(source: string): Promise<void>;
  runs(): Promise<readonly EndedRun[]>;
  state(): Promise<State>;
  /** Stops the engines and keeps their content. */
  stop(): Promise<Snapshot>;
  /** Stops the engines and deletes their content. */
  discard(): Promise<void>;
}

interface EndedRun {
  readonly status: string;
  readonly message: string | null;
}

/** Starts engines with the content of others, or empty. */
export async function startEngines(from: Snapshot | null): Promise<Engines> {
  const folder = temporaryFolder();
  if (from !== null) cpSync(from.meilisearchFolder, folder, { recursive: true });
  const [database, meilisearch, qdrant] = await Promise.all([
    from === null ? createDatabase() : from.database.copy(),
    startServer(folder),
    startOwnQdrant(from?.qdrant),
  ]);
  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  const stop = async (): Promise<Snapshot> => {
    await Promise.all([sql.end(), meilisearch.stop()]);
    return { database, meilisearchFolder: folder, qdrant: await qdrant.stop() };
  };
  return {
    postgresUrl: database.url,
    meilisearch,
    qdrant,
    rememberSource: async (source) => void (await sql`update corpus set source = ${source}`),
    runs: async () => await sql<EndedRun[]>`select status, message from runs order by id`,
    state: async () => ({
      relational: await dumpRelational(sql),
      fullText: await dumpMeilisearch(meilisearch.client),
      vectors: await dumpQdrant(qdrant.url),
    }),
    stop,
    async discard() {
      await Promise.all([sql.end(), meilisearch.stop(), qdrant.discard()]);
      await database.drop();
      rmSync(folder, { recursive: true });
    },
  };
}
