import type { Logger } from "pino";
import { retry } from "../../db/engine/retry.ts";
import { isStoreAway } from "../../db/postgres/client.ts";
import { storeFault } from "../../db/postgres/open.ts";
import { ApiError } from "../http/errors/api-error.ts";

/** It lasts as long as the outage: a supervisor that starts the process again would do no better. */
const PATIENCE = { attempts: Number.POSITIVE_INFINITY, firstDelayMs: 250, maxDelayMs: 5_000 };

const MILLISECONDS = 1_000;

/**
 * Runs a step of the start, retrying while the relational store is away, until `signal` (an `AbortError`); logs a line
 * when the wait begins, another when it ends.
 * @throws what the step throws for any other reason.
 */
export async function untilReady(
  step: () => Promise<unknown>,
  logger: Pick<Logger, "error" | "info">,
  signal: AbortSignal,
  patience = PATIENCE,
): Promise<void> {
  const startedAt = performance.now();
  let isWaiting = false;
  const isTransient = (fault: unknown) => {
    const isAway = isStoreAway(fault) || (fault instanceof ApiError && fault.code === "not_ready");
    if (isAway && !isWaiting) {
      isWaiting = true;
      logger.error(
        { err: storeFault(fault) },
        "the relational store is away: this process waits before it listens",
      );
    }
    return isAway;
  };
  await retry(step, patience, { isTransient, signal });
  if (!isWaiting) return;
  const seconds = Math.round((performance.now() - startedAt) / MILLISECONDS);
  logger.info({ seconds }, "the relational store answers: this process goes on starting");
}
