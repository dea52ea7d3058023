import { readFileSync } from "node:fs";
import { type Logger, pino } from "pino";
import { printableLines } from "../../bofip/text/characters.ts";
import { hideCredentials } from "../../config/allowed-sources.ts";
import type { LogLevel } from "../../config/config.ts";
import { visibleStartOf } from "../keys/stored-key.ts";
import { currentSpan } from "../tracing/span.ts";

/** What an operator changes; each act leaves one log line, whichever way it came. */
export type OperatorAct =
  | "key created"
  | "key changed"
  | "key revoked"
  | "keys imported"
  | "ingestion asked"
  | "reindex asked"
  | "wording erased";

/** Records what an operator has just done, once it is done. @param details no secret. */
export type RecordAct = (act: OperatorAct, details: object) => void;

/**
 * Logs the acts of a command that works on the stores itself, on standard error, in the form of the service's lines
 * (`src/access/act-log.ts`). A command that goes through the control socket is logged by the service.
 */
export function commandActs(level: LogLevel): RecordAct {
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

/**
 * Anything that begins like a key and is longer than the part operators may see. In an address each character may be
 * percent-encoded (RFC 3986, 2.1), once or several times (`%5f`, `%255F`), in either case.
 */
const KEY =
  /(?:b|%(?:25)*[46]2)(?:o|%(?:25)*[46]f)(?:i|%(?:25)*[46]9)(?:_|%(?:25)*5f)(?:[0-9a-z]|%(?:25)*(?:3\d|[46][1-9a-f]|[57][0-9a])){16,}/gi;
const ENCODED_CHARACTER = /%(?:25)*([0-9a-f]{2})/gi;

/**
 * The parameter values of a failed statement, which contain what callers asked, as drizzle writes them in its
 * message.
 */
const STATEMENT_VALUES = /\nparams: [\s\S]*?(?=\n {1,8}at |\ncaused by: |$)/g;

/** Where lines are written; standard error by default. */
interface LogOutput {
  write(line: string): void;
}

/**
 * Creates a logger that writes JSON lines to standard error, so that standard output keeps what an operator reads. A
 * key that leaks into a line, in an address for example, is cut to its visible start, the password of a source is
 * hidden, and nothing acts on a terminal; what callers ask is logged at `debug` only.
 */
export function createLogger(level: LogLevel, output: LogOutput = standardError()): Logger {
  const isDetailed = level === "debug" || level === "trace";
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: traceOfLine,
      serializers: { err: isDetailed ? pino.stdSerializers.err : describeError },
    },
    { write: (line: string) => output.write(printableLines(hideCredentials(line.replace(KEY, masked)))) },
  );
}

/** Links a line to the trace that it was written in, if there is one. */
function traceOfLine(): { trace?: string } {
  const trace = currentSpan()?.traceId;
  return trace === undefined ? {} : { trace };
}

function masked(written: string): string {
  const key = written.replace(ENCODED_CHARACTER, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return `${visibleStartOf(key)}…`;
}

function standardError(): LogOutput {
  return pino.destination({ dest: 2, sync: false });
}

/** Members of a store's error that quote rows, statements or their parameters: what callers asked, or hold. */
const QUOTING = new Set(["params", "parameters", "query", "internal_query", "detail", "where", "hint"]);

function describeError(error: Error): object {
  const { message, stack, ...described } = pino.stdSerializers.err(error);
  const told = Object.entries(described).filter(([name]) => !QUOTING.has(name));
  return { ...Object.fromEntries(told), message: withoutValues(message), stack: withoutValues(stack) };
}

function withoutValues(text: string): string {
  return text.replace(STATEMENT_VALUES, "");
}
