import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseConfig } from "../../../config/config.ts";
import type { RelationalStore } from "../../../db/postgres/open.ts";
import { readRun } from "../../../db/runs/runs.ts";
import { activeVersion } from "../../../search/embeddings/open.ts";
import type { HybridDeps } from "../../../src/features/hybrid/service.ts";
import { createDataDir } from "../../servers/pglite.ts";
import { openOver } from "../../servers/service.ts";

/** What a service that listens to nobody searches: its corpus ingested and its vectors in memory. */
export interface IngestedCorpus {
  readonly deps: HybridDeps;
  readonly version: string;
  readonly passages: number;
  /** Training, embedding and storing. */
  readonly vectorsSeconds: number;
  /** Of the whole process, while it ingested. */
  readonly peakBytes: number;
  close(): Promise<void>;
}

const POLL_MS = 20;
/** Of a store that was empty. */
const FIRST_RUN = 1;

export async function ingestCorpus(
  source: string,
  database: DatabaseConfig = { kind: "embedded" },
): Promise<IngestedCorpus> {
  const service = await openOver(await createDataDir(), { database }, {});
  const { store, engines: deps, close } = service;
  const [measures] = await Promise.all([follow(store), service.ingest(source)]);
  const version = await activeVersion(deps);
  await deps.vectors.ping(version);
  return { deps, version, ...measures, close };
}

async function follow(store: RelationalStore) {
  let peakBytes = 0;
  let vectorsAt = 0;
  for (;;) {
    const run = await readRun(store.database, FIRST_RUN);
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
    if (run?.stage === "vectors" && vectorsAt === 0) vectorsAt = performance.now();
    if (run?.status === "failed") throw new Error(run.message ?? "the ingestion failed");
    if (run?.status === "succeeded") {
      const vectorsSeconds = vectorsAt === 0 ? 0 : (performance.now() - vectorsAt) / 1_000;
      return { peakBytes, vectorsSeconds, passages: run.counts.embedded };
    }
    await sleep(POLL_MS);
  }
}
