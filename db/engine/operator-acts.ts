import { readFileSync } from "node:fs";
import { pino } from "pino";
import type { LogLevel } from "../../config/config.ts";
import { createLogger } from "./logger.ts";

/** What an operator changes; each act leaves one log line, whichever way it came. */
export type OperatorAct =
  | "key created"
  | "key changed"
  | "key revoked"
  | "keys imported"
  | "ingestion asked"
  | "reindex asked"
  | "wording erased";

/** Records what a command has just done. @param details no secret. */
export type RecordCommandAct = (act: OperatorAct, details: object) => void;

/**
 * Logs the acts of a command that works on the stores itself, on standard error, in the form of the service's lines
 * (`src/access/operator-log.ts`). A command that goes through the control socket is logged by the service.
 */
export function commandActs(level: LogLevel): RecordCommandAct {
  // Synchronous: a command exits as soon as it is done.
  const logger = createLogger(level, pino.destination({ dest: 2, sync: true }));
  return (act, details) =>
    logger.info({ who: "command line", act, ...details, user: accountName() }, "operator act");
}

/** Name of the system account, or its number where no file names it; `userInfo` of Bun only repeats $USER. */
function accountName(): string {
  const uid = String(process.getuid?.() ?? "");
  try {
    const accounts = readFileSync("/etc/passwd", "utf8").split("\n");
    const [name = uid] = accounts.map((line) => line.split(":")).find((fields) => fields[2] === uid) ?? [];
    return name;
  } catch {
    return uid;
  }
}
