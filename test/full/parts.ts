/** What the full tier goes through commit after commit, a part each (`part.ts`), by the first digit of the commit. */

export interface Part {
  readonly suites: readonly string[];
  /** Whether each half has every other suite, rather than every other point of all of them. */
  readonly isHalvedBySuite?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
}

const KILLS = "test/full/faults/kill.test.ts";
const ENGINES = "test/full/faults/engines.test.ts";
const QDRANT_RESTART = "test/full/faults/qdrant-restart.test.ts";

export const PARTS: Readonly<Record<string, Part>> = {
  "0": { suites: [KILLS], environment: { FAULT_ONLY: "first" } },
  "1": { suites: [KILLS], environment: { FAULT_ONLY: "revised" } },
  "2": { suites: [KILLS], environment: { FAULT_ONLY: "renewed" } },
  "3": {
    suites: [ENGINES, "test/integration/ingest/orders/real-corpus.test.ts"],
    environment: { FAULT_ONLY: "(?i:postgres)" },
  },
  "4": {
    suites: [ENGINES, "test/full/topology/meilisearch-servers.test.ts"],
    environment: { FAULT_ONLY: "(?i:meilisearch)" },
  },
  "5": {
    suites: [ENGINES, QDRANT_RESTART, "test/full/topology/qdrant-cluster.test.ts"],
    environment: { FAULT_ONLY: "(?i:qdrant)" },
  },
  "6": {
    suites: [
      "test/full/faults/sources.test.ts",
      "test/full/topology/patroni.test.ts",
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
  "8": {
    suites: ["test/full/docker/installation.test.ts", "test/full/docker/cluster.test.ts"],
    isHalvedBySuite: true,
  },
  "9": {
    suites: [
      "test/full/soak",
      "test/features/hybrid",
      "test/integration/search/embeddings/real-corpus.test.ts",
      "test/full/embeddings",
    ],
    environment: { SOAK_MINUTES: "2", SOAK_DOCUMENTS: "1000" },
  },
  a: {
    suites: [
      "test/full/topology/quota.test.ts",
      "test/full/rollback",
      "test/integration/operations/upgrade.test.ts",
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
      "test/full/topology/doors.test.ts",
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
      "test/integration/ingest/search-at-a-date.test.ts",
      "test/integration/ingest/real-search-at-a-date.test.ts",
      "test/integration/ingest/scrub.test.ts",
      "test/integration/ingest/coverage.test.ts",
    ],
  },
  f: {
    suites: [
      "test/integration/src/mcp/real-corpus.test.ts",
      "test/features/citations/memo.test.ts",
      "test/features/citations/public-cases.test.ts",
      "test/features/texts/unheld.test.ts",
      "test/features/texts/real-archives.test.ts",
      "test/features/law/real-corpus.test.ts",
      "test/integration/ingest/certainty.test.ts",
      "test/full/openapi",
      "test/integration/clients/python.test.ts",
      "test/full/topology/read-replica.test.ts",
    ],
  },
};

/**
 * The part of a commit. Its second digit chooses a half of what is tried point by point, so that a part takes three
 * minutes rather than six; with one digit, all of it is tried.
 * @throws for what does not begin with a hexadecimal digit.
 */
export function partOf(commit: string): Part {
  const part = PARTS[commit.charAt(0)];
  if (part === undefined) throw new Error(`a commit or one hexadecimal digit is expected, not ${commit}`);
  if (commit.length === 1) return part;
  const half = Number.parseInt(commit.charAt(1), 16) % 2;
  if (part.isHalvedBySuite) return { ...part, suites: part.suites.filter((_, rank) => rank % 2 === half) };
  return { ...part, environment: { ...part.environment, FAULT_HALF: String(half) } };
}

/**
 * What `bun run verify` leaves to the parts: campaigns and topologies, what reads the whole test corpus, and the longest of
 * what tries many cases of one promise. They cost as much as the other suites together. A folder ends with a slash.
 */
export const LEFT_TO_PARTS: readonly string[] = [
  "test/full/embeddings/",
  "test/full/faults/",
  "test/full/fuzz/",
  "test/full/openapi/",
  "test/full/topology/",
  "test/full/browser/accessibility.test.ts",
  "test/integration/clients/python.test.ts",
  "test/integration/ingest/certainty.test.ts",
  "test/integration/ingest/coverage.test.ts",
  "test/integration/ingest/derived/converging.test.ts",
  "test/integration/ingest/derived/debts.test.ts",
  "test/integration/ingest/derived/fulltext.test.ts",
  "test/integration/ingest/derived/proof.test.ts",
  "test/integration/ingest/filling/",
  "test/integration/ingest/full-mirror.test.ts",
  "test/integration/ingest/killed.test.ts",
  "test/integration/ingest/orders/",
  "test/integration/ingest/real-search-at-a-date.test.ts",
  "test/integration/ingest/sources.test.ts",
  "test/integration/ingest/wordings.test.ts",
  "test/integration/integrity/damaged-pages.test.ts",
  "test/integration/operations/upgrade.test.ts",
  "test/integration/search/embeddings/real-corpus.test.ts",
  "test/features/law/real-corpus.test.ts",
  "test/features/citations/memo.test.ts",
  "test/features/citations/public-cases.test.ts",
  "test/integration/src/docs/recipes/miroir.test.ts",
  "test/features/hybrid/semantic-corpus.test.ts",
  "test/features/hybrid/real-corpus.test.ts",
  "test/features/texts/real-archives.test.ts",
  "test/features/texts/unheld.test.ts",
];
