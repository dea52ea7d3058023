import { join } from "node:path";

const ROOT = join(import.meta.dir, "../..");

export interface LogLine {
  readonly msg: string;
  readonly run?: number;
  readonly stage?: string;
  readonly status?: string;
  /** Where it serves its metrics. */
  readonly metrics?: string;
}

/** A worker in a process of its own, as an operator starts it. */
export interface WorkerProcess {
  /** What it has logged so far. */
  readonly lines: readonly LogLine[];
  /** Resolves once a line of the log is as asked; rejects when the process ends without. */
  logged(isAsked: (line: LogLine) => boolean): Promise<void>;
  /** Sends a signal; gives the exit code. */
  stop(signal: NodeJS.Signals): Promise<number>;
}

/** @param environment the engines and the source; by default the schedule never comes. */
export function startWorkerProcess(
  environment: Readonly<Record<string, string>>,
  ...args: readonly string[]
): WorkerProcess {
  const child = Bun.spawn([process.execPath, "ingest/worker.ts", ...args], {
    cwd: ROOT,
    env: { ...process.env, LOG_LEVEL: "info", INGEST_CRON: "0 0 1 1 *", ...environment },
    stdout: "pipe",
    stderr: "inherit",
  });
  const lines: LogLine[] = [];
  const reading = readLines(child.stdout, lines);
  return {
    lines,
    async logged(isAsked) {
      for (; !lines.some(isAsked); await Bun.sleep(20)) {
        if (child.exitCode === null) continue;
        throw new Error(`ended having logged: ${lines.map(({ msg }) => msg).join(", ")}`);
      }
    },
    async stop(signal) {
      child.kill(signal);
      const code = await child.exited;
      await reading;
      return code;
    },
  };
}

async function readLines(stream: ReadableStream<Uint8Array>, lines: LogLine[]): Promise<void> {
  let rest = "";
  const decoder = new TextDecoder();
  for await (const chunk of stream) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = parts.pop() ?? "";
    lines.push(...parts.map((part): LogLine => JSON.parse(part)));
  }
}
