import { setImmediate as nextTurn } from "node:timers/promises";
import type { Logger } from "pino";
import { withTimeout } from "../../db/engine/timeout.ts";
import { STEPS, stepOf } from "../../db/traffic/durations.ts";
import { type PeriodTally, startOf } from "../../db/traffic/tally.ts";

const MINUTE_MS = 60_000;
/** Beyond, the minute is given up: an operator who stops a process does not wait longer for it. */
const WRITE_LIMIT_MS = 5_000;
const REFUSALS: ReadonlySet<number> = new Set([401, 402, 403, 429]);
/** Asked by machines that watch the service: as many a minute whatever its callers do. */
const WATCHING: ReadonlySet<string> = new Set(["/ready", "/metrics", "/v1/health", "/v1/status"]);
const OPERATOR_SIDE = "/admin";

type Writable<Type> = { -readonly [Name in keyof Type]: Type[Name] };
type Counting = Writable<Omit<PeriodTally, "durations">> & { readonly durations: number[] };

export interface TrafficDeps {
  /** Adds tallies to those of the other processes. */
  readonly write: (tallies: readonly PeriodTally[]) => Promise<void>;
  readonly clock: () => Date;
  readonly logger: Pick<Logger, "warn">;
}

/**
 * What this process answers to callers, counted in memory and written once a minute, apart from any request. What
 * can't be written is given up, with a warning: tried again, it might count twice what the store took without saying.
 */
export class Traffic {
  private readonly minutes = new Map<number, Counting>();
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly deps: TrafficDeps) {}

  /** @param route pattern of the route: those of supervision and of the operator are left out. */
  count(route: string, status: number, milliseconds: number): void {
    if (WATCHING.has(route) || route.startsWith(OPERATOR_SIDE)) return;
    const tally = this.current();
    const step = stepOf(milliseconds);
    tally.requests += 1;
    tally.durations[step] = (tally.durations[step] ?? 0) + 1;
    if (REFUSALS.has(status)) tally.refusals += 1;
    if (status >= 500) tally.faults += 1;
  }

  /** Writes from now on, once a minute. */
  start(): void {
    this.timer = setInterval(() => void this.flush(), MINUTE_MS);
    this.timer.unref();
  }

  /** Writes what is left, that of the answers that have just gone included. */
  async stop(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    // They are counted once they have left.
    await nextTurn();
    await this.flush();
  }

  /** Writes what was counted since the last time. Never rejects. */
  async flush(): Promise<void> {
    const tallies = [...this.minutes.values()];
    this.minutes.clear();
    if (tallies.length === 0) return;
    try {
      await withTimeout(WRITE_LIMIT_MS, this.deps.write(tallies));
    } catch (error) {
      const requests = tallies.reduce((sum, tally) => sum + tally.requests, 0);
      this.deps.logger.warn({ err: error, requests }, "traffic of the last minute not kept");
    }
  }

  private current(): Counting {
    const start = startOf("minute", this.deps.clock());
    const known = this.minutes.get(start.getTime());
    if (known !== undefined) return known;
    const durations = new Array<number>(STEPS).fill(0);
    const tally = { start, requests: 0, refusals: 0, faults: 0, durations };
    this.minutes.set(start.getTime(), tally);
    return tally;
  }
}
