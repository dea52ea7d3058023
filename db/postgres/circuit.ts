import { setTimeout as sleep } from "node:timers/promises";
import { OutageLog, type OutageLogger, SILENT } from "../engine/outage-log.ts";
import { TimeLimitPassed, withTimeout } from "../engine/retry.ts";
import { EngineUnavailable } from "../engine/unavailable.ts";
import { isStoreAway } from "./client.ts";

/** After that, callers are refused rather than kept waiting. */
const TIME_LIMIT_MS = 5_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;
const NAME = "postgres";
const WORDS = {
  began: "the relational store is away: kept answers go on for a while, the rest is refused",
  goesOn: "the relational store is still away",
  over: "the relational store is back",
};

/** A time during which the store was away, and what became of the requests. */
class Outage {
  fromMemory = 0;
  refused = 0;

  constructor(
    /** Monotonic: when the first statement without an answer was sent. */
    readonly sinceMs: number,
  ) {}
}

/** The store is away, as its circuit has logged: to be counted, and not logged again. */
export class StoreAway extends EngineUnavailable {
  override readonly name = "StoreAway";
  /** As of the driver's errors that mean the same (`isStoreAway`). */
  readonly code = "CONNECTION_LOST";

  constructor(
    private readonly outage: Outage,
    /** Whether the store was asked: it may have done it all the same. */
    readonly isAsked: boolean,
    options?: ErrorOptions,
  ) {
    super(NAME, "La base de données ne répond pas.", options);
  }

  get sinceMs(): number {
    return this.outage.sinceMs;
  }

  countAnswerFromMemory(): void {
    this.outage.fromMemory += 1;
  }

  countRefusal(): void {
    this.outage.refused += 1;
  }
}

interface CircuitOptions {
  readonly log?: OutageLogger;
  readonly timeLimitMs?: number;
  /** A monotonic clock. */
  readonly nowMs?: () => number;
}

/**
 * A circuit breaker (M. Nygard, « Release It! ») for the statements that requests wait for: once one is lost with its
 * connection, or has no answer in time, the store is away, and callers are refused at once, until it answers a probe.
 * An outage is logged once when it begins and once when it is over. A statement that the store refuses, for want of
 * room for instance, is no outage.
 */
export class StoreCircuit {
  private outage: Outage | null = null;
  private readonly settlements: (() => Promise<void>)[] = [];
  private readonly log: OutageLog;
  private readonly timeLimitMs: number;
  private readonly nowMs: () => number;

  /** @param probe resolves when the store answers. */
  constructor(
    private readonly probe: () => Promise<unknown>,
    { log = SILENT, timeLimitMs = TIME_LIMIT_MS, nowMs = () => performance.now() }: CircuitOptions = {},
  ) {
    this.log = new OutageLog(log, WORDS, nowMs);
    this.timeLimitMs = timeLimitMs;
    this.nowMs = nowMs;
  }

  /** Adds what is done once the store is back, before anything is asked of it again; tried again when it throws. */
  beforeReturn(settle: () => Promise<void>): void {
    this.settlements.push(settle);
  }

  /**
   * Returns what `work` returns, within the time limit.
   * @param timeLimitMs for work that nobody waits for.
   * @throws {StoreAway}
   * @throws what `work` throws when it is not because the store is away.
   */
  async call<Value>(work: () => Promise<Value>, timeLimitMs = this.timeLimitMs): Promise<Value> {
    if (this.outage !== null) throw new StoreAway(this.outage, false);
    const startedAtMs = this.nowMs();
    try {
      return await withTimeout(timeLimitMs, work());
    } catch (cause) {
      if (!(cause instanceof TimeLimitPassed || isStoreAway(cause))) throw cause;
      throw new StoreAway(this.outage ?? this.open(startedAtMs, cause), true, { cause });
    }
  }

  private open(sinceMs: number, cause: unknown): Outage {
    this.outage = new Outage(sinceMs);
    this.log.failed(NAME, cause);
    void this.awaitReturn(this.outage);
    return this.outage;
  }

  /** A probe that has no answer in time is left to the driver: the next one takes another connection. */
  private async awaitReturn(outage: Outage): Promise<void> {
    for (
      let pauseMs = FIRST_PAUSE_MS;
      !(await this.isBack());
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
    )
      await sleep(pauseMs, undefined, { ref: false });
    this.outage = null;
    this.log.worked(NAME, { fromMemory: outage.fromMemory, refused: outage.refused });
  }

  private async isBack(): Promise<boolean> {
    try {
      await withTimeout(this.timeLimitMs, this.probe());
      for (const settle of this.settlements) await withTimeout(this.timeLimitMs, settle());
      return true;
    } catch {
      return false;
    }
  }
}
