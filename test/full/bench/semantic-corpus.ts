import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseConfig } from "../../../config/config.ts";
import { openRelational, type RelationalStore } from "../../../db/postgres/open.ts";
import { readRun, requestRun } from "../../../db/runs/runs.ts";
import { RunQueue } from "../../../ingest/queue/queue.ts";
import { openQuestionEmbedders } from "../../../search/embeddings/open.ts";
import { LivePostings } from "../../../search/stems/live-postings.ts";
import { openVectorReader } from "../../../search/vectors/open.ts";
import { activeVersion } from "../../../src/features/hybrid/semantic.ts";
import type { HybridDeps } from "../../../src/features/hybrid/service.ts";
import { EMBEDDED_ENGINES } from "../../fixtures/engines.ts";
import { createDataDir } from "../../servers/pglite.ts";

/** An embedded service without its API, its corpus ingested and its vectors in memory. */
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

export async function ingestCorpus(
  source: string,
  database: DatabaseConfig = { kind: "embedded" },
): Promise<IngestedCorpus> {
  const config = {
    ...EMBEDDED_ENGINES,
    database,
    dataDir: await createDataDir(),
  };
  const store = await openRelational(config);
  const queue = new RunQueue({ config, store });
  const id = await requestRun(store.database, { source, forced: false });
  const draining = queue.drain();
  const measures = await follow(store, id);
  await draining;
  const deps = {
    database: store.database,
    vectors: openVectorReader(config, store),
    embedders: openQuestionEmbedders(config.embeddings, store.database),
    postings: new LivePostings(store.database),
  };
  const version = await activeVersion(deps);
  await deps.vectors.ping(version);
  const close = async () => {
    await deps.vectors.close();
    await store.close();
  };
  return { deps, version, ...measures, close };
}

async function follow(store: RelationalStore, id: number) {
  let peakBytes = 0;
  let vectorsAt = 0;
  for (;;) {
    const run = await readRun(store.database, id);
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
