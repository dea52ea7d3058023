import { setImmediate as nextTurn } from "node:timers/promises";
import type { Logger } from "pino";
import { withTimeout } from "../../db/engine/retry.ts";
import type { AccountRefusals, Counted } from "../../db/traffic/add-traffic.ts";
import { type PeriodTally, STEPS, startOf, stepOf } from "../../db/traffic/tally.ts";

const MINUTE_MS = 60_000;
/** Beyond, the minute's tallies are dropped: an operator who stops a process does not wait longer for them. */
const WRITE_LIMIT_MS = 5_000;
const REFUSALS: ReadonlySet<number> = new Set([401, 402, 403, 429]);
/** Polled by monitoring machines: as many requests a minute whatever the callers do. */
const WATCHING: ReadonlySet<string> = new Set(["/ready", "/metrics", "/v1/health", "/v1/status"]);
const OPERATOR_SIDE = "/admin";

type Writable<Type> = { -readonly [Name in keyof Type]: Type[Name] };
type Counting = Writable<Omit<PeriodTally, "durations">> & { readonly durations: number[] };

interface TrafficDeps {
  /** Adds what was counted to what the other processes did. */
  readonly write: (counted: Counted) => Promise<void>;
  readonly clock: () => Date;
  readonly logger: Pick<Logger, "warn">;
}

/** Counts what this process answers, written once a minute. What can't be is dropped: a retry might count twice. */
export class Traffic {
  private readonly minutes = new Map<number, Counting>();
  private readonly refusals = new Map<string, Writable<AccountRefusals>>();
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly deps: TrafficDeps) {}

  /** @param route pattern of the route: those of supervision and of the operator are skipped. */
  count(route: string, status: number, milliseconds: number): void {
    if (WATCHING.has(route) || route.startsWith(OPERATOR_SIDE)) return;
    const tally = this.current();
    const step = stepOf(milliseconds);
    tally.requests += 1;
    tally.durations[step] = (tally.durations[step] ?? 0) + 1;
    if (REFUSALS.has(status)) tally.refusals += 1;
    if (status >= 500) tally.faults += 1;
  }

  /** Counts a refusal sent to a key of an account; the account's page shows them by day. */
  countRefusal(accountId: number, code: string): void {
    const day = this.deps.clock().toISOString().slice(0, 10);
    const name = `${accountId} ${day} ${code}`;
    const known = this.refusals.get(name);
    if (known === undefined) this.refusals.set(name, { accountId, day, code, refusals: 1 });
    else known.refusals += 1;
  }

  /** Starts writing, once a minute. */
  start(): void {
    this.timer = setInterval(() => void this.flush(), MINUTE_MS);
    this.timer.unref();
  }

  /** Writes the remaining tallies, including those of the answers just sent. */
  async stop(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    // Answers are counted after they are sent.
    await nextTurn();
    await this.flush();
  }

  /** Writes what was counted since the previous flush. Never rejects. */
  async flush(): Promise<void> {
    const minutes = [...this.minutes.values()];
    const refusals = [...this.refusals.values()];
    this.minutes.clear();
    this.refusals.clear();
    if (minutes.length + refusals.length === 0) return;
    try {
      await withTimeout(WRITE_LIMIT_MS, this.deps.write({ minutes, refusals }));
    } catch (error) {
      const requests = minutes.reduce((sum, tally) => sum + tally.requests, 0);
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
