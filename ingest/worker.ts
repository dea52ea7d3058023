import { parseArgs } from "node:util";
import { Cron } from "croner";
import { pino } from "pino";
import { type Config, readConfig } from "../db/config.ts";
import { lockFolder } from "../db/lock.ts";
import { openRelational } from "../db/relational.ts";
import { requestRun } from "../db/runs.ts";
import { type QueueDeps, RunQueue } from "./queue.ts";

/** How soon a run asked for by another process starts. */
const POLL_MS = 2_000;

export interface WorkerDeps extends QueueDeps {
  readonly config: QueueDeps["config"] & Pick<Config, "source" | "ingestCron">;
  /** Told of what befalls the worker itself; what befalls a run is in its row. */
  readonly onFault: (error: unknown) => void;
}

export interface IngestionWorker {
  /** Looks at once for a run that waits. */
  wake(): void;
  /** Resolves when the batch at hand, if any, is written and nothing runs any more. */
  stop(): Promise<void>;
}

/** Asks for a run every day (`INGEST_CRON`, UTC) and executes all those that are asked for. */
export function startWorker(deps: WorkerDeps): IngestionWorker {
  const queue = new RunQueue(deps);
  const wake = () => void queue.drain().catch(deps.onFault);
  const daily = async () => {
    await requestRun(deps.store.database, { source: deps.config.source, forced: false });
    await queue.drain();
  };
  const schedule = new Cron(
    deps.config.ingestCron,
    { timezone: "UTC", protect: true, catch: deps.onFault },
    daily,
  );
  const poll = setInterval(wake, POLL_MS);
  return {
    wake,
    async stop() {
      schedule.stop();
      clearInterval(poll);
      await queue.stop();
    },
  };
}

/** `bun run worker [--now]`: the production worker, a process of its own. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { now: { type: "boolean", default: false } } });
  const config = readConfig();
  const log = pino({ level: config.logLevel });
  const lock = config.isEmbedded ? lockFolder(config.dataDir) : null;
  const store = await openRelational(config);
  const onFault = (error: unknown) => log.error(error, "ingestion");
  const worker = startWorker({ config, store, clock: () => new Date(), onFault });
  if (values.now) await requestRun(store.database, { source: config.source, forced: false });
  worker.wake();
  const stop = async () => {
    await worker.stop();
    await store.close();
    lock?.release();
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void stop());
}

if (import.meta.main) {
  await main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
