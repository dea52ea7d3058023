import { countUnproved } from "../../db/erasure/erasures.ts";
import { readDebts } from "../../db/ingestion/derived/debts.ts";
import type { DerivedStore } from "../../db/ingestion/derived/indexing.ts";
import { countDamages, readLastScrub } from "../../db/integrity/damages.ts";
import type { Database } from "../../db/postgres/database.ts";
import { readCorpusState, readLastImport } from "../../db/queries/corpus.ts";
import { readBacklogs } from "../../db/runs/view.ts";
import { partsOf } from "../../search/embeddings/completed/embedder.ts";
import { readFillings } from "../../search/embeddings/fillings.ts";
import { judgeSources } from "../features/service/status.ts";
import type { Metrics } from "./registry.ts";

const MILLISECONDS = 1000;
const DAY_SECONDS = 86_400;
const STORES: readonly DerivedStore[] = ["fulltext", "postings", "vectors"];

/** Adds what each scrape reads from the relational store: the age of the corpus, the debts. */
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
    async () =>
      new Map((await readDebts(database)).debts.map(({ store, since }) => [store, secondsSince(since)])),
  );
  metrics.gauge(
    "doctrine_store_documents_behind",
    "Documents that a derived store lacks, or holds outdated or in excess, as searches warn of them; 0 in step.",
    "store",
    async () => {
      const { debts } = await readDebts(database);
      return new Map(STORES.map((name) => [name, debts.find(({ store }) => store === name)?.documents ?? 0]));
    },
  );
  metrics.gauge(
    "doctrine_store_damaged",
    "1 for a derived store that was found damaged and is not mended yet; absent otherwise.",
    "store",
    async () => {
      const { debts } = await readDebts(database);
      return new Map(debts.filter(({ isDamaged }) => isDamaged).map(({ store }) => [store, 1]));
    },
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
  metrics.gauge(
    "doctrine_erasures_unproved",
    "Erasures by law that a store is not proved to have carried out; 0 when it owes none.",
    "store",
    async () => await countUnproved(database),
  );
  metrics.gauge(
    "doctrine_damaged_texts",
    "Stored texts that the last scrub found damaged and could not mend.",
    "kind",
    async () => await countDamages(database),
  );
  metrics.gauge(
    "doctrine_scrub_age_seconds",
    "Time since every stored text was last read against its fingerprint; absent before the first time.",
    "stage",
    async () => {
      const lastScrub = await readLastScrub(database);
      return new Map(lastScrub === null ? [] : [["end", secondsSince(lastScrub)]]);
    },
  );
}

/** Adds how long the sources have been silent, and whether that is too long. */
export function addSourcesGauge(
  metrics: Metrics,
  database: Database,
  terms: () => { readonly now: Date; readonly lateDays: number },
): void {
  metrics.gauge(
    "doctrine_sources_delay_seconds",
    "Time since the last day that the official sources speak of, late or in time; absent where they are not asked.",
    "state",
    async () => {
      const { now, lateDays } = terms();
      const { ok, retard_jours } = judgeSources(await readCorpusState(database), now, lateDays);
      return new Map(retard_jours === null ? [] : [[ok ? "in_time" : "late", retard_jours * DAY_SECONDS]]);
    },
  );
}

/** Adds which encoder made the vectors that this process compares questions with. */
export function addVectorsGauge(metrics: Metrics, readVersion: () => Promise<string>): void {
  metrics.gauge(
    "doctrine_vectors_in_use",
    "1 for the vectors that this process compares questions with: those of an encoder, or of the corpus alone.",
    "encoder",
    async () => new Map([[partsOf(await readVersion()).encoder ?? "corpus", 1]]),
  );
}
