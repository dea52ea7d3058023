import { type Logger, pino } from "pino";
import type { LogLevel } from "../db/config.ts";

/** JSON lines on standard error, so that standard output keeps what an operator reads. Keys never get here. */
export function createLogger(level: LogLevel): Logger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: 2, sync: false }),
  );
}
