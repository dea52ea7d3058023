import { Cron } from "croner";
import { type Logger, pino } from "pino";
import { Counter, type Registry } from "prom-client";
import { hideCredentials } from "../config/allowed-sources.ts";
import { readOptionsOrExit, tellFault } from "../config/command-line.ts";
import { type Config, readConfig } from "../config/config.ts";
import { OperatorFault } from "../config/operator-fault.ts";
import { lockFolder } from "../db/data-folder/lock.ts";
import { OutageLog } from "../db/engine/outage-log.ts";
import { isSameSecret } from "../db/engine/same-secret.ts";
import { addBuildInfo, addPoolGauges, addUpGauge, Measures } from "../db/measures/measures.ts";
import { type Database, pingStore } from "../db/postgres/database.ts";
import { openRelational, storeFault } from "../db/postgres/open.ts";
import { type RunEnd, scheduleRun } from "../db/runs/runs.ts";
import { openTracing } from "../db/tracing/open.ts";
import packageJson from "../package.json" with { type: "json" };
import { type LanguageModel, openLanguageModel } from "../search/embeddings/language-model.ts";
import { keepSearchKey } from "../search/fulltext/meilisearch/search-key.ts";
import { writable } from "../search/fulltext/open.ts";
import { warnOfCheckpoint } from "./proof/prover.ts";
import type { OnRunEvent, RunEvent } from "./queue/execute.ts";
import { workerLog } from "./queue/payment-log.ts";
import { type QueueDeps, RunQueue } from "./queue/queue.ts";
import { RunTraces } from "./run-traces.ts";
import { chooseSource } from "./sources/remembered.ts";

/** The worker can't serve its metrics on their address; the message, in French, explains why. */
class MetricsPortUnavailable extends OperatorFault {
  override readonly name = "MetricsPortUnavailable";
}

const IDLE_SECONDS = 10;

/** Serves `/metrics` behind the operator's token; null without a port. @throws {MetricsPortUnavailable} */
function serveMetrics(
  { host, metricsPort, adminToken }: Pick<Config, "host" | "metricsPort" | "adminToken">,
  registry: Pick<Registry, "metrics" | "contentType">,
  log: Pick<Logger, "warn">,
): Bun.Server<undefined> | null {
  if (metricsPort === null || adminToken === null) return null;
  const answer = async (request: Request, server: Bun.Server<undefined>): Promise<Response> => {
    const presented = request.headers.get("authorization") ?? "";
    if (!isSameSecret(presented, `Bearer ${adminToken}`)) {
      const address = server.requestIP(request)?.address;
      if (presented !== "") log.warn({ address }, "wrong operator token");
      return new Response("Le jeton d'opérateur est attendu (Authorization: Bearer).\n", {
        status: 401,
        headers: { "www-authenticate": "Bearer" },
      });
    }
    return new Response(await registry.metrics(), {
      headers: { "content-type": registry.contentType, "cache-control": "no-store" },
    });
  };
  try {
    return Bun.serve({
      hostname: host,
      port: metricsPort,
      // Bun's development error pages show the code.
      development: false,
      idleTimeout: IDLE_SECONDS,
      maxRequestBodySize: 1,
      reusePort: false,
      routes: { "/metrics": { GET: answer } },
      fetch: () => new Response("Seule l'adresse /metrics est servie ici.\n", { status: 404 }),
    });
  } catch (cause) {
    const told = `METRICS_PORT : le port ${metricsPort} de « ${host} » ne peut pas être ouvert ; choisissez-en un autre.`;
    throw new MetricsPortUnavailable(told, { cause });
  }
}

const MILLISECONDS = 1_000;
const ENDS: readonly RunEnd["status"][] = ["succeeded", "failed", "interrupted"];

/** The metrics of a worker that is a process of its own: its runs, and how it reaches the relational store. */
export class WorkerMetrics extends Measures {
  private readonly runs = new Counter({
    name: "doctrine_runs_total",
    help: "Runs of ingestion that this worker has ended: succeeded, failed, interrupted.",
    labelNames: ["status"],
    registers: [this.registry],
  });
  private readonly stageSeconds = new Map<string, number>();
  private inProgress = 0;

  constructor(database: Database) {
    super();
    for (const status of ENDS) this.runs.inc({ status }, 0);
    this.level("doctrine_run_in_progress", "1 while this worker executes a run.", () => this.inProgress);
    this.gauge(
      "doctrine_run_stage_seconds",
      "How long each stage took, the last time that this worker went through it.",
      "stage",
      async () => this.stageSeconds,
    );
    addBuildInfo(this, packageJson.version);
    addPoolGauges(this, { primary: database });
    addUpGauge(this, { relational: () => pingStore(database) });
  }

  count(event: RunEvent): void {
    if (event.kind === "started") this.inProgress = 1;
    if (event.kind === "stage")
      this.stageSeconds.set(event.report.stage, event.report.durationMs / MILLISECONDS);
    if (event.kind !== "ended") return;
    this.inProgress = 0;
    this.runs.inc({ status: event.end.status });
  }
}

/** How soon a run requested by another process starts, and one left by a dead process is resumed. */
const POLL_MS = 2_000;

const WORDS = {
  began: "ingestion worker failed",
  goesOn: "ingestion worker still fails",
  over: "ingestion worker works again",
};

/** How often Meilisearch is asked whether it still has the key that API processes read with: an emptied one has not. */
const SEARCH_KEY_MS = 60_000;

const SEARCH_KEY_WORDS = {
  began: "search key not written: API processes that wait for it answer no search",
  goesOn: "search key still not written",
  over: "search key written",
};

const SERVER_KEY_WORDS = {
  began: "search key not made on a server of MEILI_URL: it answers no search with that key",
  goesOn: "search key still not made on a server of MEILI_URL",
  over: "search key made on every server of MEILI_URL that lacked it",
};

const USAGE = `Usage : bun run worker [--now]

  L'ingestion quotidienne (INGEST_CRON, UTC), à part du service, jusqu'à SIGTERM.

  --now   commence par une ingestion aussitôt`;

interface WorkerDeps extends Pick<QueueDeps, "store"> {
  readonly config: QueueDeps["config"] & Pick<Config, "source" | "isSourceNamed" | "ingestCron">;
  readonly log: Pick<Logger, "info" | "warn" | "error">;
  /** This process's language model, used without a service; null when there is none. */
  readonly model: LanguageModel | null;
  readonly onEvent?: OnRunEvent;
}

export interface IngestionWorker {
  /** Looks for a queued run at once. */
  wake(): void;
  /** See `RunQueue.rebuild`. */
  readonly rebuild: RunQueue["rebuild"];
  /** Resolves when the present batch, if any, is written and nothing runs any more. */
  stop(): Promise<void>;
}

/** Requests a run every day (`INGEST_CRON`, UTC), and executes all requested unless another worker does. */
export function startWorker({ config, store, log, model, onEvent }: WorkerDeps): IngestionWorker {
  const logEvent = workerLog(log);
  const tellEvent: OnRunEvent = (event) => {
    logEvent(event);
    onEvent?.(event);
  };
  const queue = new RunQueue({ config, store, model, resumes: true, onEvent: tellEvent });
  const outages = new OutageLog(log, WORDS);
  const logFault = (fault: unknown) => outages.failed("worker", storeFault(fault));
  let isWaiting = false;
  const drain = async () => {
    const isElsewhere = !(await queue.drain());
    if (isElsewhere && !isWaiting) log.info("another process ingests: this worker waits");
    isWaiting = isElsewhere;
  };
  const wake = () => void drain().then(() => outages.worked("worker"), logFault);
  const daily = async (job: Cron) => {
    const [instant = new Date()] = job.previousRuns(1);
    const source = await chooseSource(store.database, config);
    const isFirst = await scheduleRun(store.database, { source, forced: false }, instant);
    if (!isFirst) log.info({ instant }, "another worker asked for the daily run");
    await drain();
  };
  const options = { timezone: "UTC", protect: true, catch: logFault };
  const schedule = new Cron(config.ingestCron, options, daily);
  const poll = setInterval(wake, POLL_MS);
  return {
    wake,
    rebuild: (stores) => queue.rebuild(stores),
    async stop() {
      schedule.stop();
      clearInterval(poll);
      await queue.stop();
    },
  };
}

/** `bun run worker [--now]`: the production worker, a process of its own, until SIGTERM or SIGINT. */
async function main(): Promise<void> {
  const { now } = readOptionsOrExit(USAGE, { now: { type: "boolean" } });
  const config = readConfig();
  const output = pino.destination({ dest: 1, sync: true });
  const log = pino(
    { level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    { write: (line: string) => output.write(hideCredentials(line)) },
  );
  const lock = config.isEmbedded ? lockFolder(config.dataDir) : null;
  const store = await openRelational(config);
  const model = openLanguageModel(config.model);
  const metrics = new WorkerMetrics(store.database);
  const listener = serveMetrics(config, metrics.registry, log);
  const tracing = await openTracing(config.traces, `${packageJson.name}-worker`, log);
  const traces = tracing === null ? null : new RunTraces(tracing);
  const onEvent: OnRunEvent = (event) => {
    metrics.count(event);
    traces?.tell(event);
  };
  const worker = startWorker({ config, store, log, model, onEvent });
  await warnOfCheckpoint(config.proof, log);
  const stopKey = keepKeyFile(config, log);
  const stop = async (signal: NodeJS.Signals) => {
    log.info({ signal }, "stopping after the batch at hand");
    stopKey();
    await worker.stop();
    await tracing?.stop();
    await listener?.stop(true);
    await model?.encoder.close();
    await store.close();
    lock?.release();
    log.info("worker stopped");
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void stop(signal));
  log.info({ cron: config.ingestCron, metrics: listener?.url.href }, "worker ready");
  if (now === true) {
    const source = await chooseSource(store.database, config);
    await scheduleRun(store.database, { source, forced: false }, new Date());
  }
  worker.wake();
}

/** Keeps the file of the search key as Meilisearch has it, where one is configured; returns what ends that. */
function keepKeyFile({ fulltext }: Pick<Config, "fulltext">, log: Pick<Logger, "info" | "warn" | "error">) {
  if (fulltext.kind !== "meilisearch" || fulltext.searchKeyFile === undefined) return () => {};
  const { searchKeyFile } = fulltext;
  const outages = new OutageLog(log, SEARCH_KEY_WORDS);
  const onServers = new OutageLog(log, SERVER_KEY_WORDS);
  const keep = async () => {
    let areAll = true;
    const onFault = (rank: number, fault: unknown) => {
      areAll = false;
      onServers.failed("search key", fault, { fields: { rank } });
    };
    try {
      if (await keepSearchKey(writable(fulltext), searchKeyFile, onFault))
        log.info("search key written to its file");
      outages.worked("search key");
      if (areAll) onServers.worked("search key");
    } catch (fault) {
      outages.failed("search key", fault);
    }
  };
  void keep();
  const timer = setInterval(() => void keep(), SEARCH_KEY_MS);
  return () => clearInterval(timer);
}

if (import.meta.main) {
  await main().catch((thrown: unknown) => process.exit(tellFault(storeFault(thrown))));
}
