import { ValidationError } from "elysia";
import type { Logger } from "pino";
import { OutageLog } from "../../db/engine/outage-log.ts";
import { EngineUnavailable } from "../../db/engine/unavailable.ts";
import { StoreAway } from "../../db/postgres/circuit.ts";
import { ApiError } from "./errors/api-error.ts";

const SWEEP_MS = 60_000;
const AWAY = 503;
/** Driver errors don't name their engine. */
const STORE = "relational";
const WORDS = { began: "unavailable", goesOn: "still unavailable", over: "available again" };

/**
 * Logs faults with stacks: every bug, but only the first of consecutive refusals for an unavailable engine. A line
 * counts the next ones every minute, until one without any.
 */
export class FaultLog {
  private readonly outages: OutageLog;
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly logger: Logger,
    private readonly sweepMs = SWEEP_MS,
  ) {
    this.outages = new OutageLog(logger, WORDS);
  }

  /** @param id of the request that `error` ended. */
  tell(id: string, error: unknown, refusal: ApiError): void {
    if (error instanceof StoreAway) {
      error.countRefusal();
      return;
    }
    // An expected refusal is not a fault to wake someone for, however many callers cause it.
    const level = error instanceof ApiError ? "warn" : "error";
    if (refusal.status !== AWAY) {
      this.logger[level]({ id, err: withoutBody(error) }, refusal.code);
      return;
    }
    const engine = error instanceof EngineUnavailable ? error.engine : STORE;
    const name = error instanceof ApiError ? refusal.code : engine;
    this.outages.failed(name, error, { level, fields: { id, code: refusal.code } });
    this.timer ??= setInterval(() => this.sweep(), this.sweepMs).unref();
  }

  private sweep(): void {
    if (this.outages.sweep() || this.timer === null) return;
    clearInterval(this.timer);
    this.timer = null;
  }
}

/** The message and the fields of a failed validation repeat the whole body, which is never logged. */
function withoutBody(error: unknown): unknown {
  if (!(error instanceof ValidationError)) return error;
  const { path = "", message = "" } = error.valueError ?? {};
  return new TypeError(`the ${error.type} departs from its schema at « ${path} »: ${message}`);
}
