/** `bun run start`: the service until SIGTERM or SIGINT, with the ingestion worker when it owns the data folder. */
import type { Logger } from "pino";
import { print, readOptionsOrExit, tellFault } from "../config/command-line.ts";
import { type Config, readConfig } from "../config/config.ts";
import { controlSocketPath } from "../db/data-folder/control-client.ts";
import { lockFolder } from "../db/data-folder/lock.ts";
import { createLogger } from "../db/engine/operator-acts.ts";
import { openRelational, type RelationalStore, storeFault } from "../db/postgres/open.ts";
import { readLastImport, readSource } from "../db/queries/corpus.ts";
import { readRun, requestRun } from "../db/runs/runs.ts";
import { viewRun } from "../db/runs/view.ts";
import { openTracing } from "../db/tracing/open.ts";
import { IngestionFault } from "../ingest/journal/fault.ts";
import { ModelUnavailable, obtainModel } from "../ingest/obtain-model.ts";
import { warnOfCheckpoint } from "../ingest/proof/prover.ts";
import type { OnRunEvent } from "../ingest/queue/execute.ts";
import { followToEnd, summarise } from "../ingest/queue/progress.ts";
import { RunTraces } from "../ingest/run-traces.ts";
import { chooseSource, findOtherSource } from "../ingest/sources/remembered.ts";
import { type IngestionWorker, startWorker } from "../ingest/worker.ts";
import { openLanguageModel } from "../search/embeddings/language-model.ts";
import { isModelKept, modelFolder } from "../search/embeddings/sentence-encoder/files/folder.ts";
import { RELEASE } from "../search/embeddings/sentence-encoder/files/release.ts";
import { SERVICE } from "./http/attribution.ts";
import { openService } from "./open-service.ts";
import { checkPort } from "./process/port.ts";
import { serve, serveControl } from "./process/serve.ts";
import { createDemoKey, type DemoKey, KeyFileFault, welcome } from "./process/welcome.ts";

/** What a process opens from its start on, in order: closed in reverse. */
interface Opened {
  defer(close: () => unknown): void;
  use<Resource extends AsyncDisposable>(resource: Resource): Resource;
}

/**
 * Runs a service until SIGTERM or SIGINT. A signal or a failed start closes whatever is open by then and ends the
 * process: with code 0 for a signal, or 1 once the failure is logged.
 * @param start opens the service; its signal aborts when the process must stop.
 * @param limitMs how long closing may take: what is committed by then is on the disk.
 */
async function runService(
  start: (opened: Opened, stopping: AbortSignal) => Promise<void>,
  limitMs: number,
): Promise<void> {
  const opened = new AsyncDisposableStack();
  const stopping = new AbortController();
  let ending: Promise<never> | null = null;
  const close = async (code: number) => {
    setTimeout(giveUp, limitMs);
    await opened.disposeAsync();
    return process.exit(code);
  };
  // The first reason to end decides the code.
  const end = (code: number) => (ending ??= close(code));
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      stopping.abort();
      void end(0);
    });
  }
  try {
    await start(opened, stopping.signal);
  } catch (thrown) {
    // A start that is stopped fails because what it uses is being closed.
    if (!stopping.signal.aborted) await end(tellFault(thrown));
  }
}

/** Exits even if a store no longer answers. */
function giveUp(): never {
  console.error("L'arrêt a pris trop de temps : le processus se termine sans attendre davantage.");
  process.exit(1);
}

const USAGE = `Usage : bun run start

  Le service, jusqu'à SIGTERM ; en mode embarqué, avec l'ingestion quotidienne. Il se règle par variables
  d'environnement (docs/operations.md, « Configuration »), dont :

  HOST, PORT     adresse d'écoute (127.0.0.1, 3000 ; 0 = un port libre, affiché)
  DATA_DIR       dossier des moteurs embarqués (./data)
  SOURCE         « sample », un chemin ou une adresse ; par défaut la source que la base retient
  DATABASE_URL   serveur PostgreSQL ; absent = base embarquée`;

const OTHER_SOURCE =
  "SOURCE is not the source that the store was filled from: the store is served, ingestion refuses it";

/** Requests in progress have ten seconds to end, the stores as many to close. */
const STOPPING_LIMIT_MS = 30_000;

readOptionsOrExit(USAGE, {});
await main().catch((thrown: unknown) => process.exit(tellFault(thrown)));

async function main(): Promise<void> {
  const config = readConfig();
  const started = (opened: Opened, stopping: AbortSignal) =>
    start(config, opened, stopping).catch((thrown: unknown) => Promise.reject(storeFault(thrown)));
  await runService(started, config.drainDelayMs + STOPPING_LIMIT_MS);
}

async function start(config: Config, opened: Opened, stopping: AbortSignal): Promise<void> {
  const logger = createLogger(config.logLevel);
  const tracing = await openTracing(config.traces, SERVICE, logger);
  opened.defer(() => tracing?.stop());
  await checkPort({ hostname: config.host, port: config.port });
  const lock = config.isEmbedded ? lockFolder(config.dataDir) : null;
  opened.defer(() => lock?.release());
  const store = await openRelational(config, logger);
  opened.defer(() => store.close());
  // Closed after all that runs, which uses them.
  const engines = opened.use(new AsyncDisposableStack());
  const running: (() => Promise<void>)[] = [];
  opened.defer(async () => void (await Promise.all(running.map((stop) => stop()))));
  const chooseRunSource = () => chooseSource(store.database, config);
  // A change of configured source is no reason to stop serving the stored corpus: ingestion decides, readers are
  // warned.
  const findOther = async () => findOtherSource(store.database, await chooseRunSource());
  const other = await findOther();
  if (other !== null) logger.warn({ remembered: other.remembered, asked: other.asked }, OTHER_SOURCE);
  // The first ingestion shows its progress instead of being logged.
  const log = logger.child({}, { level: "silent" });
  const model = openLanguageModel(config.model);
  engines.defer(() => model?.encoder.close());
  const traces = tracing === null ? null : new RunTraces(tracing);
  const onEvent: OnRunEvent = (event) => traces?.tell(event);
  const worker = lock === null ? null : startWorker({ config, store, log, model, onEvent });
  if (worker !== null) running.push(() => worker.stop());
  if (worker !== null) await warnOfCheckpoint(config.proof, logger);
  if (worker !== null) await ingestFirst(config, store, worker);
  log.level = config.logLevel;

  const service = openService(config, {
    store,
    model,
    logger,
    tracing,
    chooseSource: chooseRunSource,
    isSourceOther: async () => (await findOther()) !== null,
    wakeWorker: () => worker?.wake(),
  });
  engines.defer(() => service.close());
  const server = await serve(config, service, stopping);
  running.push(server.stop);
  // Created once it can be shown: a service that can't listen would have it for nothing.
  const demoKey = await createDemoKeyIfPossible(config, store);
  if (worker !== null) {
    const control = await serveControl(controlSocketPath(config.dataDir), service.deps, worker.rebuild);
    running.push(control.stop);
    lock?.announceSocket(control.url);
  }

  if (demoKey !== null) print(welcome(server.url, demoKey));
  print(`L'API répond sur ${server.url}`);
  if (worker === null || config.model === null) return;
  const folder = modelFolder(config.model.modelsFolder);
  if (isModelKept(folder)) return;
  if (config.model.isFetched) await fetchModel(folder, config.model.file, logger);
  else if (demoKey !== null) print(offerModel(RELEASE));
}

/** Downloads nothing without being asked: a first start only mentions the model. */
function offerModel({ author, licence, origin }: typeof RELEASE): string {
  return `Recherche par le sens : « bun run model » apporte un modèle de langue qui l'améliore (30 Mo, ${author}, licence ${licence}, ${origin}).`;
}

/** The service works without it: a log line gives the reason. */
async function fetchModel(folder: string, file: string | null, logger: Logger): Promise<void> {
  try {
    await obtainModel(folder, file);
    logger.info({ model: RELEASE.model, licence: RELEASE.licence, origin: RELEASE.origin }, "model obtained");
  } catch (error) {
    if (!(error instanceof ModelUnavailable)) throw error;
    tellFault(error);
  }
}

/** Fills a store never ingested, before it is served. @throws {IngestionFault} rather than serve an empty corpus */
async function ingestFirst(config: Config, store: RelationalStore, worker: IngestionWorker): Promise<void> {
  if ((await readLastImport(store.database)) !== null) return;
  const chosen = await chooseSource(store.database, config);
  const other = await findOtherSource(store.database, chosen);
  // An interrupted first import resumes from its own source.
  const source = other === null ? chosen : ((await readSource(store.database)) ?? chosen);
  const id = await requestRun(store.database, { source, forced: false });
  worker.wake();
  const run = await followToEnd(async () => {
    const current = await readRun(store.database, id);
    if (current === null) throw new Error(`run ${id} is gone`);
    return viewRun(current);
  });
  if (run.statut !== "succeeded") throw new IngestionFault(summarise(run));
  print(summarise(run));
}

/** A production service may have no writable folder: it serves without a demonstration key. */
async function createDemoKeyIfPossible(config: Config, store: RelationalStore): Promise<DemoKey | null> {
  try {
    return await createDemoKey(store.database, process.stdout.isTTY ? null : config.dataDir);
  } catch (error) {
    if (!(error instanceof KeyFileFault)) throw error;
    tellFault(error);
    return null;
  }
}
