import { OutageLog, type OutageLogger, type OutageWords } from "./outage-log.ts";
import { EngineUnavailable } from "./unavailable.ts";

/** A service that answers can do without. */
interface Dispensable {
  /** As in `EngineUnavailable`. */
  readonly engine: string;
  /** In French, at the start of a sentence. */
  readonly title: string;
  readonly words: OutageWords;
  /**
   * Milliseconds during which nobody asks for it after a fault.
   * @param tookMs how long the call took.
   * @param lastMs the rest after the fault before, if no call has succeeded in between; else null.
   */
  readonly restAfter: (tookMs: number, lastMs: number | null) => number;
  /** Calls in progress at once; no limit when absent. */
  readonly most?: number;
}

interface Outage {
  readonly fault: unknown;
  readonly sinceMs: number;
  readonly restMs: number;
}

/**
 * A circuit breaker (M. Nygard, « Release It! ») for a service that answers can do without: after a fault nobody waits
 * for it during its rest; then one caller tries it. Callers beyond the most at once don't wait either.
 */
export class RestingCircuit {
  #outage: Outage | null = null;
  #underWay = 0;
  readonly #log: OutageLog;

  /** @param nowMs a monotonic clock. */
  constructor(
    private readonly service: Dispensable,
    log: OutageLogger,
    private readonly nowMs: () => number = () => performance.now(),
  ) {
    this.#log = new OutageLog(log, service.words, nowMs);
  }

  /** The latest fault, while no call has succeeded since; null otherwise. */
  get fault(): unknown {
    return this.#outage?.fault ?? null;
  }

  /**
   * Returns what `work` returns.
   * @param isFault whether an error of `work` is a fault of the service; every one is when absent.
   * @throws {EngineUnavailable} without calling it, when the service rests or has calls enough.
   * @throws what `work` throws.
   */
  async call<Value>(
    work: () => Promise<Value>,
    isFault: (error: unknown) => boolean = () => true,
  ): Promise<Value> {
    const startedMs = this.nowMs();
    this.#refuseAt(startedMs);
    this.#underWay += 1;
    try {
      const value = await work();
      this.#outage = null;
      this.#log.worked(this.service.engine);
      return value;
    } catch (error) {
      if (isFault(error)) this.#record(error, startedMs);
      throw error;
    } finally {
      this.#underWay -= 1;
    }
  }

  #refuseAt(nowMs: number): void {
    const { engine, title, most = Number.POSITIVE_INFINITY } = this.service;
    const outage = this.#outage;
    if (outage !== null && nowMs < outage.sinceMs + outage.restMs)
      throw new EngineUnavailable(engine, `${title} est au repos après une panne.`);
    if (this.#underWay >= (outage === null ? most : 1))
      throw new EngineUnavailable(engine, `${title} a déjà assez de demandes en cours.`);
  }

  /** Calls that were in progress together fail together: that is one fault. */
  #record(fault: unknown, startedMs: number): void {
    this.#log.failed(this.service.engine, fault, { level: "warn" });
    const known = this.#outage;
    if (known !== null && startedMs < known.sinceMs) return;
    const sinceMs = this.nowMs();
    const restMs = this.service.restAfter(sinceMs - startedMs, known?.restMs ?? null);
    this.#outage = { fault, sinceMs, restMs };
  }
}
