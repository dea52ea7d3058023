import { partsOf } from "../../db/embeddings/completed/index.ts";
import { readFillings } from "../../db/embeddings/fillings.ts";
import type { Database } from "../../db/postgres/database.ts";
import { pingStore, readDebts } from "../../db/postgres/health.ts";
import { readLastImport } from "../../db/queries/stats.ts";
import { readBacklogs } from "../../db/runs/backlogs.ts";
import type { Metrics } from "./registry.ts";

const MILLISECONDS = 1000;

/** Adds what is asked of the relational store at each reading: its own latency, the age of the corpus, the debts. */
export function addCorpusGauges(metrics: Metrics, database: Database, clock: () => Date): void {
  const secondsSince = (instant: Date) => (clock().getTime() - instant.getTime()) / MILLISECONDS;
  metrics.gauge(
    "doctrine_ingestion_age_seconds",
    "Time since the last ingestion that succeeded; absent before the first one.",
    "stage",
    async () => {
      const lastImport = await metrics.timed("relational", "stats", () => readLastImport(database));
      return new Map(lastImport === null ? [] : [["end", secondsSince(lastImport)]]);
    },
  );
  metrics.gauge(
    "doctrine_store_debt_age_seconds",
    "Time since a derived store is behind the relational one; absent when it is in step.",
    "store",
    async () => new Map((await readDebts(database)).map(({ store, since }) => [store, secondsSince(since)])),
  );
  metrics.gauge(
    "doctrine_store_backlog_entries",
    "Documents, or passages for the vectors, that a derived store has still to be written.",
    "store",
    async () => new Map((await readBacklogs(database)).map(({ store, entries }) => [store, entries])),
  );
  metrics.gauge(
    "doctrine_filling_missing_passages",
    "Passages that wait for a vector of the language model; absent where none was ever used.",
    "encoder",
    async () => new Map((await readFillings(database)).map(({ encoder, missing }) => [encoder, missing])),
  );
  metrics.gauge(
    "doctrine_filling_age_seconds",
    "Time since passages wait for a vector of the language model; absent when none does.",
    "encoder",
    async () =>
      new Map(
        (await readFillings(database)).flatMap(({ encoder, since }) =>
          since === null ? [] : [[encoder, secondsSince(since)] as const],
        ),
      ),
  );
  metrics.gauge("doctrine_up", "1 when the store answers.", "store", async () => {
    const isUp = await metrics
      .timed("relational", "ping", () => pingStore(database))
      .then(
        () => 1,
        () => 0,
      );
    return new Map([["relational", isUp]]);
  });
}

/** Adds whose vectors this process compares questions with. */
export function addVectorsGauge(metrics: Metrics, readVersion: () => Promise<string>): void {
  metrics.gauge(
    "doctrine_vectors_in_use",
    "1 for the vectors that this process compares questions with: those of an encoder, or of the corpus alone.",
    "encoder",
    async () => new Map([[partsOf(await readVersion()).encoder ?? "corpus", 1]]),
  );
}
