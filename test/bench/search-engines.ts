import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { FulltextConfig } from "../../db/config.ts";
import { openFullTextIndex } from "../../db/fulltext/open.ts";
import { createKey } from "../../db/keys.ts";
import { openRelational, type RelationalStore } from "../../db/relational.ts";
import { readRun, requestRun } from "../../db/runs.ts";
import { RunQueue } from "../../ingest/queue.ts";
import { rebuildFullText } from "../../ingest/sync.ts";
import { temporaryFolder } from "../folders.ts";
import { startServer } from "../servers/meilisearch.ts";
import { createDatabase } from "../servers/postgres.ts";
import { realSizeSource } from "./corpus.ts";
import { timed } from "./load.ts";

/** The corpus in a PostgreSQL server and in both full-text engines. */
export interface Engines {
  /** Variables of an API over each engine. */
  readonly embedded: Readonly<Record<string, string>>;
  readonly meilisearch: Readonly<Record<string, string>>;
  readonly server: { readonly url: string; readonly key: string; readonly index: string };
  /** A new key of plan `interne`. */
  key(): Promise<string>;
  close(): Promise<void>;
}

/** No semantic search here: an embedder that is away at once spares the training of a model. */
const NO_EMBEDDER = {
  kind: "openai",
  url: "http://127.0.0.1:9",
  model: "absent",
  apiKey: null,
  queryPrefix: "",
  passagePrefix: "",
} as const;
const NO_EMBEDDER_VARIABLES = { EMBEDDINGS_URL: NO_EMBEDDER.url, EMBEDDINGS_MODEL: NO_EMBEDDER.model };

export async function openEngines(): Promise<Engines> {
  const source = realSizeSource();
  const { url, drop } = await createDatabase();
  const [dataDir, meiliFolder] = [temporaryFolder(), temporaryFolder()];
  const server = await startServer(meiliFolder);
  const store = await openRelational({ database: { kind: "server", url }, dataDir });
  await ingest(store, source, { url, dataDir });
  const index = "doctrine";
  const { url: meiliUrl, key: meiliKey } = server;
  await rebuild(store, dataDir, { kind: "embedded" }, () => sizeOf(dataDir));
  const fulltext = {
    kind: "meilisearch",
    url: meiliUrl,
    key: meiliKey,
    index,
    keepsSettings: false,
  } as const;
  await rebuild(store, dataDir, fulltext, () => sizeOf(meiliFolder));
  const common = { DATABASE_URL: url, SOURCE: source, ...NO_EMBEDDER_VARIABLES };
  return {
    embedded: { ...common, DATA_DIR: dataDir },
    meilisearch: { ...common, MEILI_URL: meiliUrl, MEILI_KEY: meiliKey },
    server: { url: meiliUrl, key: meiliKey, index },
    key: async () => (await createKey(store.database, { name: "banc", plan: "interne" })).key,
    async close() {
      await store.close();
      await server.stop();
      await drop();
    },
  };
}

async function ingest(
  store: RelationalStore,
  source: string,
  { url, dataDir }: { readonly url: string; readonly dataDir: string },
): Promise<void> {
  const config = {
    database: { kind: "server", url },
    dataDir,
    fulltext: { kind: "embedded" },
    vectors: { kind: "embedded" },
    embeddings: NO_EMBEDDER,
  } as const;
  const queue = new RunQueue({ config, store });
  const id = await requestRun(store.database, { source, forced: false });
  const elapsed = await timed(() => queue.drain());
  const run = await readRun(store.database, id);
  console.log(`ingestion : ${run?.status}, ${seconds(elapsed)}`);
}

async function rebuild(
  store: RelationalStore,
  dataDir: string,
  fulltext: FulltextConfig,
  size: () => number,
): Promise<void> {
  let documents = 0;
  const elapsed = await timed(async () => {
    documents = await rebuildFullText(store.database, openFullTextIndex({ dataDir, fulltext }));
  });
  const megabytes = Math.round(size() / 1e6);
  console.log(`index ${fulltext.kind} : ${documents} documents en ${seconds(elapsed)}, ${megabytes} Mo`);
}

/** What the files of a folder take on disk: Meilisearch's are sparse. */
function sizeOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return files.reduce((sum, file) => sum + statSync(join(folder, file)).blocks * 512, 0);
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}
