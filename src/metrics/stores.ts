import { freeBytes } from "../../db/data-folder/free-space.ts";
import { addUpGauge, type Probe } from "../../db/measures/process.ts";
import { type Database, pingStore } from "../../db/postgres/database.ts";
import { activeVersion } from "../../search/embeddings/open.ts";
import type { FullTextReader } from "../../search/fulltext/port.ts";
import type { SemanticDeps } from "../features/hybrid/semantic.ts";
import type { Metrics } from "./registry.ts";

interface StoresDeps extends SemanticDeps {
  /** Where keys and usage are stored. */
  readonly primary: Database;
  readonly fulltext: FullTextReader;
}

/** Adds whether each store, and a service of embeddings, answers; unjudged while the relational store is down. */
export function addStoreGauges(metrics: Metrics, deps: StoresDeps, hasEmbeddingService: boolean): void {
  const { primary, fulltext, vectors, embedders } = deps;
  const inVersion =
    (probe: (version: string) => Promise<unknown>): Probe =>
    async () => {
      const version = await activeVersion(deps).catch(() => null);
      return version === null ? null : { answer: await probe(version) };
    };
  const embeddings = inVersion(async (version) => (await embedders.of(version)).ping());
  addUpGauge(metrics, {
    relational: () => metrics.timed("relational", "ping", () => pingStore(primary)),
    fulltext: () => fulltext.ping(),
    vectors: inVersion((version) => vectors.ping(version)),
    ...(hasEmbeddingService && { embeddings }),
  });
}

/** Adds the free space of the disk of the embedded stores. */
export function addDiskGauge(metrics: Metrics, dataDir: string): void {
  metrics.gauge(
    "doctrine_disk_free_bytes",
    "Room left on the disk of the embedded stores.",
    "folder",
    async () => new Map([["data", await freeBytes(dataDir)]]),
  );
}
