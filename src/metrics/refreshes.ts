import { OutageLog, type OutageLogger } from "../../db/engine/outage-log.ts";
import type { RefreshObserver } from "../../db/engine/refreshed-value.ts";
import { StoreDamaged } from "../../db/engine/unavailable.ts";
import { StoreAway } from "../../db/postgres/circuit.ts";
import type { Metrics } from "./registry.ts";

const MILLISECONDS = 1_000;
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
