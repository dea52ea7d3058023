import { freeBytes } from "../../db/data-folder/free-space.ts";
import { OutageLog, type OutageLogger } from "../../db/engine/outage-log.ts";
import type { RefreshObserver } from "../../db/engine/refreshed-value.ts";
import { StoreDamaged } from "../../db/engine/unavailable.ts";
import { countUnproved } from "../../db/erasure/erasures.ts";
import { readDebts } from "../../db/ingestion/derived/debts.ts";
import { countDamages, readLastScrub } from "../../db/integrity/damages.ts";
import { addUpGauge, type Probe } from "../../db/measures/measures.ts";
import { StoreAway } from "../../db/postgres/circuit.ts";
import { type Database, pingStore } from "../../db/postgres/database.ts";
import type { ReplicaRouter } from "../../db/postgres/replica.ts";
import { readProofDue } from "../../db/proof/checkpoints.ts";
import { readCorpusState, readLastImport } from "../../db/queries/corpus.ts";
import { readLaw } from "../../db/queries/law/articles.ts";
import { DERIVED_STORES, readBacklogs } from "../../db/runs/view.ts";
import { partsOf } from "../../search/embeddings/completed.ts";
import { readFillings } from "../../search/embeddings/fillings.ts";
import { activeVersion } from "../../search/embeddings/open.ts";
import type { FullTextReader } from "../../search/fulltext/port.ts";
import type { SemanticDeps } from "../features/hybrid/semantic.ts";
import { proofDelays } from "../features/service/proof-check.ts";
import { judgeSources } from "../features/service/status.ts";
import type { Metrics } from "./registry.ts";

const MILLISECONDS = 1000;
const DAY_SECONDS = 86_400;

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
      return new Map(
        DERIVED_STORES.map((name) => [name, debts.find(({ store }) => store === name)?.documents ?? 0]),
      );
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

/** Adds how far the law of the day reaches, and since when its source can't be read. */
export function addLawGauges(metrics: Metrics, database: Database, clock: () => Date): void {
  const secondsSince = (day: string) => (clock().getTime() - Date.parse(day)) / MILLISECONDS;
  metrics.gauge(
    "doctrine_law_age_seconds",
    "Time since the last day that the archives of the law cover without a gap; absent where none is held.",
    "stage",
    async () => {
      const { law } = await readLaw(database);
      return new Map(law?.jusqu_au == null ? [] : [["end", secondsSince(law.jusqu_au)]]);
    },
  );
  metrics.gauge(
    "doctrine_law_fault_age_seconds",
    "Time since some of the law's source can't be read; absent when all of it was.",
    "stage",
    async () => {
      const { fault } = await readLaw(database);
      return new Map(fault === null ? [] : [["law", secondsSince(fault.since)]]);
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

/** Adds whether documents are read from the replica, and how late it is. */
export function addReplicaGauge(metrics: Metrics, replica: Pick<ReplicaRouter, "fault" | "lagMs">): void {
  metrics.level(
    "doctrine_replica_used",
    "1 while documents are read from the replica, 0 from the primary.",
    () => (replica.fault === null ? 1 : 0),
  );
  metrics.level(
    "doctrine_replica_lag_seconds",
    "How far the replica is behind, as last seen.",
    () => replica.lagMs / 1_000,
  );
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

/** Adds how long the log of proof, where there is one, has waited for a checkpoint and for its timestamp. */
export function addProofGauges(
  metrics: Metrics,
  database: Database,
  terms: () => { readonly now: Date; readonly isStamped: boolean },
): void {
  metrics.gauge(
    "doctrine_proof_delay_seconds",
    "Time since the log of proof waits for a checkpoint, or its checkpoint for a timestamp; 0 when nothing waits.",
    "part",
    async () => {
      const due = await readProofDue(database);
      if (due === null) return new Map();
      const { checkpoint, timestamp } = proofDelays(due, terms());
      return new Map([
        ["checkpoint", (checkpoint ?? 0) / MILLISECONDS],
        ["timestamp", (timestamp ?? 0) / MILLISECONDS],
      ]);
    },
  );
  metrics.gauge(
    "doctrine_proof_leaves",
    "Leaves of the open log of proof; absent where there is none.",
    "state",
    async () => {
      const due = await readProofDue(database);
      return new Map(
        due === null
          ? []
          : [
              ["signed", due.size ?? 0],
              ["unsigned", due.unsigned],
            ],
      );
    },
  );
}

const WORDS = {
  began: "refresh fails: readers keep the last value",
  goesOn: "refresh still fails",
  over: "refresh works again",
};

/** The values cached and refreshed behind their readers: how long each has been stale, and its failures. */
export class Refreshes implements RefreshObserver {
  /** When a refresh that has not succeeded yet was started; null for a fresh value. */
  private readonly awaitedSinceMs = new Map<string, number | null>();
  private readonly outages: OutageLog;

  /** `onDamage` is called for each refresh that reads damaged data; `nowMs` is a monotonic clock. */
  constructor(
    log: OutageLogger,
    private readonly onDamage: (damage: StoreDamaged) => void,
    private readonly nowMs: () => number = () => performance.now(),
  ) {
    this.outages = new OutageLog(log, WORDS, nowMs);
  }

  began(name: string): void {
    this.awaitedSinceMs.set(name, this.awaitedSinceMs.get(name) ?? this.nowMs());
  }

  succeeded(name: string): void {
    this.awaitedSinceMs.set(name, null);
    this.outages.worked(name);
  }

  failed(name: string, error: unknown): void {
    if (error instanceof StoreAway) return;
    this.outages.failed(name, error);
    if (error instanceof StoreDamaged) this.onDamage(error);
  }

  /** By value, for how many seconds readers have been given a stale one; 0 when it is fresh. */
  ages(): Map<string, number> {
    const now = this.nowMs();
    return new Map(
      this.awaitedSinceMs
        .entries()
        .map(([name, sinceMs]) => [name, sinceMs === null ? 0 : (now - sinceMs) / MILLISECONDS]),
    );
  }
}

/** Adds the ages of the values that this process refreshes behind their readers. */
export function addRefreshGauge(metrics: Metrics, refreshes: Refreshes): void {
  metrics.gauge(
    "doctrine_stale_value_age_seconds",
    "Time since a value held in memory should have been refreshed; 0 when it is.",
    "value",
    async () => refreshes.ages(),
  );
}
