import { StoreDamaged } from "../../db/engine/damaged.ts";
import { OutageLog, type OutageLogger } from "../../db/engine/outage-log.ts";
import type { RefreshObserver } from "../../db/engine/refreshed-value.ts";
import type { Metrics } from "./registry.ts";

const MILLISECONDS = 1_000;
const WORDS = {
  began: "refresh fails: readers keep the last value",
  goesOn: "refresh still fails",
  over: "refresh works again",
};

/** The values that this process holds in memory and refreshes behind its readers: since when each one waits, and its faults. */
export class Refreshes implements RefreshObserver {
  /** Since when a refresh that was begun has not succeeded; null for a value that is up to date. */
  private readonly awaitedSinceMs = new Map<string, number | null>();
  private readonly outages: OutageLog;

  /**
   * @param onDamage told of each refresh that finds what it reads damaged.
   * @param nowMs a clock that only goes forward.
   */
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
    this.outages.failed(name, error);
    if (error instanceof StoreDamaged) this.onDamage(error);
  }

  /** By value, for how many seconds readers have been given one that should have been refreshed; 0 when it is. */
  ages(): Map<string, number> {
    const now = this.nowMs();
    return new Map(
      this.awaitedSinceMs
        .entries()
        .map(([name, sinceMs]) => [name, sinceMs === null ? 0 : (now - sinceMs) / MILLISECONDS]),
    );
  }
}

/** Adds the ages of the values that this process refreshes behind its readers. */
export function addRefreshGauge(metrics: Metrics, refreshes: Refreshes): void {
  metrics.gauge(
    "doctrine_stale_value_age_seconds",
    "Time since a value held in memory should have been refreshed; 0 when it is.",
    "value",
    async () => refreshes.ages(),
  );
}
