import { OutageLog, type OutageLogger } from "../../db/engine/outage-log.ts";
import { EngineUnavailable } from "../../db/engine/unavailable.ts";

/** Calls in progress at once: a service on a processor gives later answers to all when asked for more. */
const MOST_AT_ONCE = 4;
/** After a fault; doubles while faults follow each other. */
const FIRST_REST_MS = 2_000;
const LONGEST_REST_MS = 60_000;
const NAME = "reranking";
const WORDS = {
  began: "the second stage of hybrid search is away: results keep the order of the first one",
  goesOn: "the second stage of hybrid search is still away",
  over: "the second stage of hybrid search is back",
};

interface Outage {
  readonly fault: unknown;
  readonly sinceMs: number;
  readonly restMs: number;
}

/**
 * A circuit breaker for a service that answers can do without: after a fault nobody waits for it for two seconds, and
 * up to a minute while its faults go on; then one caller tries it. Callers beyond those at once don't wait either.
 */
export class RerankingCircuit {
  #outage: Outage | null = null;
  #underWay = 0;
  readonly #log: OutageLog;
  readonly #nowMs: () => number;

  /** @param nowMs a monotonic clock. */
  constructor(log: OutageLogger, nowMs: () => number = () => performance.now()) {
    this.#log = new OutageLog(log, WORDS, nowMs);
    this.#nowMs = nowMs;
  }

  /** The latest fault, while no call has succeeded since; null otherwise. */
  get fault(): unknown {
    return this.#outage?.fault ?? null;
  }

  /**
   * Returns what `work` returns.
   * @throws {EngineUnavailable} without calling it, when it rests or has calls enough.
   * @throws what `work` throws.
   */
  async call<Value>(work: () => Promise<Value>): Promise<Value> {
    const startedMs = this.#nowMs();
    this.#refuseAt(startedMs);
    this.#underWay += 1;
    try {
      const value = await work();
      this.#outage = null;
      this.#log.worked(NAME);
      return value;
    } catch (fault) {
      this.#record(fault, startedMs);
      throw fault;
    } finally {
      this.#underWay -= 1;
    }
  }

  #refuseAt(nowMs: number): void {
    const outage = this.#outage;
    if (outage !== null && nowMs < outage.sinceMs + outage.restMs)
      throw new EngineUnavailable(NAME, "Le second classement est au repos après une panne.");
    if (this.#underWay >= (outage === null ? MOST_AT_ONCE : 1))
      throw new EngineUnavailable(NAME, "Le second classement a déjà assez de demandes en cours.");
  }

  /** Calls that were in progress together fail together: that is one fault. */
  #record(fault: unknown, startedMs: number): void {
    this.#log.failed(NAME, fault, { level: "warn" });
    const known = this.#outage;
    if (known !== null && startedMs < known.sinceMs) return;
    const restMs = known === null ? FIRST_REST_MS : Math.min(2 * known.restMs, LONGEST_REST_MS);
    this.#outage = { fault, sinceMs: this.#nowMs(), restMs };
  }
}
