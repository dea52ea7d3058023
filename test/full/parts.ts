/** What the full tier goes through commit after commit, a part each (`part.ts`). */

export interface Part {
  readonly suites: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

const KILLS = "test/full/faults/kill.test.ts";
const ENGINES = "test/full/faults/engines.test.ts";
const QDRANT_RESTART = "test/full/faults/qdrant-restart.test.ts";

export const PARTS: Readonly<Record<string, Part>> = {
  "0": { suites: [KILLS], environment: { FAULT_ONLY: "first" } },
  "1": { suites: [KILLS], environment: { FAULT_ONLY: "revised" } },
  "2": { suites: [KILLS], environment: { FAULT_ONLY: "renewed" } },
  "3": { suites: [ENGINES], environment: { FAULT_ONLY: "(?i:postgres)" } },
  "4": { suites: [ENGINES], environment: { FAULT_ONLY: "(?i:meilisearch)" } },
  "5": { suites: [ENGINES, QDRANT_RESTART], environment: { FAULT_ONLY: "(?i:qdrant)" } },
  "6": {
    suites: [
      "test/full/faults/sources.test.ts",
      "test/full/faults/filling",
      "test/integration/ingest/filling",
    ],
  },
  "7": {
    suites: [
      "test/full/faults/embedded.test.ts",
      "test/integration/ingest/killed.test.ts",
      "test/integration/integrity",
    ],
  },
  // The longest one: it builds images, and where there is no Docker engine, installs one first.
  "8": { suites: ["test/full/docker"] },
  "9": {
    suites: ["test/full/soak", "test/integration/src/services"],
    environment: { SOAK_MINUTES: "2", SOAK_DOCUMENTS: "1000" },
  },
  a: {
    suites: [
      "test/full/topology/quota.test.ts",
      "test/full/rollback",
      "test/integration/ingest/journal.test.ts",
      "test/integration/ingest/full-mirror.test.ts",
    ],
  },
  b: {
    suites: [
      "test/full/topology/rolling-restart.test.ts",
      "test/full/topology/daily-run.test.ts",
      "test/full/topology/filling.test.ts",
      "test/full/fuzz",
      "test/full/browser/accessibility.test.ts",
    ],
  },
  c: {
    suites: [
      "test/full/topology/engines.test.ts",
      "test/integration/ingest/wordings.test.ts",
      "test/integration/ingest/derived",
    ],
  },
  d: {
    suites: [
      "test/full/faults/flips.test.ts",
      "test/integration/ingest/orders/shuffled.test.ts",
      "test/integration/ingest/sources.test.ts",
      "test/integration/src/docs/recipes/miroir.test.ts",
    ],
  },
  e: {
    suites: [
      "test/integration/src/http/listen.test.ts",
      "test/full/faults/disk",
      "test/integration/ingest/refusals.test.ts",
      "test/integration/ingest/at-a-date.test.ts",
      "test/integration/ingest/scrub.test.ts",
      "test/integration/ingest/coverage.test.ts",
    ],
  },
  f: {
    suites: [
      "test/integration/src/mcp/real-corpus.test.ts",
      "test/full/openapi",
      "test/full/topology/read-replica.test.ts",
    ],
  },
};

/**
 * Campaigns and topologies that `bun run verify` leaves to the parts: what they try hangs on chance and time more than on
 * the change at hand, and they cost as much as half of the other suites together.
 */
export const LEFT_TO_PARTS: readonly string[] = [
  ENGINES,
  QDRANT_RESTART,
  "test/full/faults/disk",
  "test/full/faults/embedded.test.ts",
  "test/full/faults/sources.test.ts",
  "test/full/faults/filling",
  "test/full/faults/flips.test.ts",
  "test/full/topology/engines.test.ts",
  "test/full/topology/filling.test.ts",
  "test/full/topology/quota.test.ts",
  "test/full/topology/read-replica.test.ts",
  "test/full/topology/rolling-restart.test.ts",
  "test/integration/ingest/derived/converging.test.ts",
];
