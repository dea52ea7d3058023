import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { EmbeddingsConfig } from "../../../config/embeddings.ts";
import type { FulltextConfig } from "../../../config/fulltext.ts";
import { createKey, type KeyRequest } from "../../../db/keys/keys.ts";
import { openRelational, type RelationalStore } from "../../../db/postgres/open.ts";
import { readRun, requestRun } from "../../../db/runs/runs.ts";
import { derivedFullText } from "../../../ingest/derived/fulltext.ts";
import { rebuildBeside } from "../../../ingest/derived/in-step.ts";
import { RunQueue } from "../../../ingest/queue/queue.ts";
import { openFullTextIndex } from "../../../search/fulltext/open.ts";
import { temporaryFolder } from "../../folders.ts";
import { startServer } from "../../servers/meilisearch.ts";
import { createDatabase } from "../../servers/postgres.ts";
import { generateCorpus } from "./corpus.ts";
import { timed } from "./load.ts";

/** Where the corpus is, in a PostgreSQL server and in both full-text engines. */
interface EngineAddresses {
  /** Where the files of the embedded engines are. */
  readonly dataDir: string;
  /** Variables of an API over each engine. */
  readonly embedded: Readonly<Record<string, string>> & { readonly DATABASE_URL: string };
  readonly meilisearch: Readonly<Record<string, string>>;
  readonly server: { readonly url: string; readonly key: string; readonly index: string };
}

/** The corpus in both engines, open. */
export interface Engines extends EngineAddresses {
  readonly store: RelationalStore;
  /** A new key of plan `interne`, or as asked. */
  key(request?: Partial<KeyRequest>): Promise<string>;
  close(): Promise<void>;
}

/** Marks stores where no question is to be asked; a run trains the model of the corpus all the same. */
const NO_EMBEDDER = {
  kind: "openai",
  url: "http://127.0.0.1:9",
  model: "absent",
  apiKey: null,
  queryPrefix: "",
  passagePrefix: "",
  textWeight: 1,
} as const;
const NO_EMBEDDER_VARIABLES = { EMBEDDINGS_URL: NO_EMBEDDER.url, EMBEDDINGS_MODEL: NO_EMBEDDER.model };
const EMBEDDED = { kind: "embedded" } as const;

/** Fills the relational store and the embedded engines. */
type Ingest = (place: {
  readonly source: string;
  /** Of the database. */
  readonly url: string;
  readonly dataDir: string;
}) => Promise<void>;

/**
 * Ingests an export, and prints what it takes.
 * @param withVectors whether questions can be searched too.
 * @param ingest in the place of a run of the queue, vectors included.
 */
export async function openEngines(
  source = generateCorpus(),
  { withVectors = false, ingest }: { readonly withVectors?: boolean; readonly ingest?: Ingest } = {},
): Promise<Engines> {
  const { url, drop } = await createDatabase();
  const [dataDir, meiliFolder] = [temporaryFolder(), temporaryFolder()];
  const server = await startServer(meiliFolder);
  const store = await openRelational({ database: { kind: "server", url }, dataDir });
  const embeddings = withVectors ? ({ kind: "corpus" } as const) : NO_EMBEDDER;
  if (ingest === undefined) await ingestWhole(store, source, { url, dataDir, embeddings });
  else await ingest({ source, url, dataDir });
  console.log(`index embarqué : ${megabytes(dataDir)} Mo`);
  const { url: meiliUrl, key: meiliKey } = server;
  const index = "doctrine";
  await rebuild(store, dataDir, {
    kind: "meilisearch",
    url: meiliUrl,
    key: meiliKey,
    index,
    keepsSettings: false,
  });
  console.log(`index Meilisearch : ${megabytes(meiliFolder)} Mo`);
  const common = {
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    SOURCE: source,
    ...(withVectors ? {} : NO_EMBEDDER_VARIABLES),
  };
  const addresses = {
    dataDir,
    embedded: common,
    meilisearch: { ...common, MEILI_URL: meiliUrl, MEILI_KEY: meiliKey },
    server: { url: meiliUrl, key: meiliKey, index },
  };
  return enginesOver(addresses, store, async () => {
    await store.close();
    await server.stop();
    await drop();
  });
}

/** Those that another process filled and keeps running (`bun run bench stores`). */
export async function attachEngines(addresses: EngineAddresses): Promise<Engines> {
  const { dataDir, embedded } = addresses;
  const store = await openRelational({ database: { kind: "server", url: embedded.DATABASE_URL }, dataDir });
  return enginesOver(addresses, store, () => store.close());
}

function enginesOver(
  { dataDir, embedded, meilisearch, server }: EngineAddresses,
  store: RelationalStore,
  close: () => Promise<void>,
): Engines {
  const key: Engines["key"] = async (request) =>
    (await createKey(store.database, { name: "banc", plan: "interne", ...request })).key;
  return { dataDir, embedded, meilisearch, server, store, key, close };
}

/** Ingests an export by a run of the queue into the relational store and the embedded engines, and prints what it takes. */
export async function ingestWhole(
  store: RelationalStore,
  source: string,
  {
    url,
    dataDir,
    embeddings,
  }: { readonly url: string; readonly dataDir: string; readonly embeddings: EmbeddingsConfig },
): Promise<void> {
  const config = {
    database: { kind: "server", url },
    dataDir,
    fulltext: EMBEDDED,
    vectors: EMBEDDED,
    embeddings,
  } as const;
  const queue = new RunQueue({ config, store });
  const id = await requestRun(store.database, { source, forced: false });
  const elapsed = await timed(() => queue.drain());
  const run = await readRun(store.database, id);
  if (run?.status !== "succeeded") throw new Error(run?.message ?? "the run left no row");
  console.log(`ingestion : ${seconds(elapsed)}`);
}

async function rebuild(store: RelationalStore, dataDir: string, fulltext: FulltextConfig): Promise<void> {
  let documents = 0;
  const elapsed = await timed(async () => {
    documents = await rebuildBeside(
      derivedFullText(store.database, openFullTextIndex({ dataDir, fulltext })),
    );
  });
  console.log(`index ${fulltext.kind} : ${documents} documents en ${seconds(elapsed)}`);
}

/** What the files of a folder take on disk, in megabytes: Meilisearch's are sparse. */
function megabytes(folder: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const bytes = files.reduce((sum, file) => sum + lstatSync(join(folder, file)).blocks * 512, 0);
  return Math.round(bytes / 1e6);
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}
