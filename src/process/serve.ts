import type { Logger } from "pino";
import { allowedSources } from "../../config/allowed-sources.ts";
import type { Config } from "../../config/config.ts";
import { AdmissionQueue } from "../../db/admission/queue.ts";
import { withTimeout } from "../../db/engine/timeout.ts";
import { isDamage } from "../../db/integrity/damage.ts";
import { addBuildInfo, addPoolGauges } from "../../db/measures/process.ts";
import { StoreCircuit } from "../../db/postgres/circuit.ts";
import { type Database, pingStore } from "../../db/postgres/database.ts";

import { keepFeedHost } from "../../db/queries/corpus.ts";
import { readHitSources, readIdentifiersInForce } from "../../db/queries/hits.ts";
import { keptTexts } from "../../db/queries/kept-texts.ts";
import type { Tracing } from "../../db/tracing/span.ts";
import { addTraffic } from "../../db/traffic/add-traffic.ts";
import type { FullTextReader } from "../../search/fulltext/port.ts";
import { EVERYDAY_FRENCH } from "../../search/lexicon/everyday-french.ts";
import { openReranker } from "../../search/reranking/open.ts";
import { KeyRing } from "../access/api-key.ts";
import { AttemptLimiter } from "../access/attempt-limiter.ts";
import { VisitorBudget } from "../access/visitor-budget.ts";
import { createApp } from "../app.ts";
import type { CitationChecker } from "../features/citations/checker.ts";
import type { Comparator } from "../features/comparison/comparator.ts";
import { NotHeld } from "../features/documents/not-held.ts";
import { activeVersion, inActiveVersion, type SemanticDeps } from "../features/hybrid/semantic.ts";
import type { HybridDeps } from "../features/hybrid/service.ts";
import { StoreLag } from "../features/search/store-lag.ts";
import { checkReadiness } from "../features/service/operations-route.ts";
import { VERSION } from "../http/attribution.ts";
import { clientAddressBehind } from "../http/client-address.ts";
import { Drain } from "../http/drain.ts";
import { BodyCache } from "../http/response/body-cache.ts";
import { openApi } from "../mcp/api.ts";
import { createMcpServer } from "../mcp/server.ts";
import { addCorpusGauges, addSourcesGauge, addVectorsGauge } from "../metrics/corpus.ts";
import {
  measuredAdmissions,
  measuredEmbedders,
  measuredFullText,
  measuredPostings,
  measuredReranker,
  measuredVectors,
} from "../metrics/engines.ts";
import { addProofGauges } from "../metrics/proof.ts";
import { addRefreshGauge, type Refreshes } from "../metrics/refreshes.ts";
import { addRequestsGauge, Metrics } from "../metrics/registry.ts";
import { addDiskGauge, addStoreGauges } from "../metrics/stores.ts";

import { Traffic } from "../metrics/traffic.ts";
import type { Rebuild } from "../operator/reindexing-route.ts";
import { createControlApp } from "./control.ts";
import { KnownDomains } from "./known-domains.ts";
import { bindPort, urlOf } from "./port.ts";
import { untilReady } from "./until-ready.ts";

/** Each observation costs the stores about ten milliseconds. */
const STATE_LIFETIME_MS = 1000;

interface ServeDeps extends HybridDeps {
  /** Where keys, usage and runs are stored; `database` may be a replica of it. */
  readonly primary: Database;
  readonly fulltext: FullTextReader;
  readonly comparator: Comparator;
  readonly citationChecker: CitationChecker;
  /** The values of the process that are refreshed behind their readers. */
  readonly refreshes: Refreshes;
  readonly logger: Logger;
  readonly clock: () => Date;
  /** Null when nothing is traced. */
  readonly tracing: Tracing | null;
  /** Chooses the source of a run that names none. */
  readonly chooseSource: () => Promise<string>;
  /** Whether the store was filled from a source other than the configured one. */
  readonly isSourceOther: () => Promise<boolean>;
  /** Notifies the worker of this process, if there is one, that a run is waiting. */
  readonly wakeWorker: () => void;
}

interface RunningServer {
  /** Address for clients. */
  readonly url: string;
  /** Stops as `Drain` describes. */
  stop(): Promise<void>;
}

/**
 * Listens once `/ready` would be 200 and what the first answers need is in memory: until then, connections are refused.
 * Waits for a relational store that is away.
 * @param signal ends that wait.
 * @throws {PortUnavailable}
 */
export async function serve(config: Config, deps: ServeDeps, signal: AbortSignal): Promise<RunningServer> {
  const { database, primary, refreshes, clock, logger, chooseSource, wakeWorker } = deps;
  let url = config.publicUrl ?? urlOf(config.host, config.port);
  const domains = new KnownDomains(database, refreshes);
  const drain = new Drain(config.drainDelayMs);
  const metrics = new Metrics();
  addBuildInfo(metrics, VERSION);
  addPoolGauges(metrics, primary === database ? { primary } : { primary, reads: database });
  addCorpusGauges(metrics, primary, clock);
  addSourcesGauge(metrics, primary, () => ({ now: clock(), lateDays: config.sourcesLateDays }));
  const isStamped = config.proof.timestamping !== null;
  addProofGauges(metrics, primary, () => ({ now: clock(), isStamped }));
  if (config.isEmbedded) addDiskGauge(metrics, config.dataDir);
  addRefreshGauge(metrics, refreshes);
  addVectorsGauge(metrics, () => activeVersion(deps));
  const circuit = new StoreCircuit(() => pingStore(primary), { log: logger });
  const keys = new KeyRing(primary, clock, {
    onLookup: metrics.lookups("keys"),
    observer: refreshes,
    circuit,
  });
  const traffic = new Traffic({ write: (counted) => addTraffic(primary, counted, clock()), clock, logger });
  const engines = {
    fulltext: measuredFullText(deps.fulltext, metrics),
    vectors: measuredVectors(deps.vectors, metrics),
    postings: measuredPostings(deps.postings, metrics),
    embedders: measuredEmbedders(deps.embedders, metrics),
  };
  const reranker = openReranker(config, { database, vectors: engines.vectors, logger });
  addStoreGauges(metrics, { ...deps, ...engines }, config.embeddings.kind === "openai");
  const app = createApp({
    ...deps,
    ...engines,
    reranker: reranker === null ? null : measuredReranker(reranker, metrics),
    storeLag: new StoreLag(primary, refreshes),
    notHeld: new NotHeld(database, refreshes),
    stateLifetimeMs: STATE_LIFETIME_MS,
    sourcesLateDays: config.sourcesLateDays,
    isProofStamped: isStamped,
    domains,
    drain,
    metrics,
    traffic,
    keys,
    timePart: metrics.timedPart,
    admissions: measuredAdmissions(new AdmissionQueue(primary, circuit), metrics),
    bodies: new BodyCache(metrics.lookups("bodies")),
    attempts: new AttemptLimiter(),
    visitors: new VisitorBudget(config.visitorMsAMinute),
    clientAddress: clientAddressBehind(config.trustedProxies, (message) => logger.warn(message)),
    publicUrl: () => url,
    upgradeUrl: () => config.upgradeUrl ?? `${url}/docs`,
    contactUrl: config.contactUrl,
    adminToken: config.adminToken,
    admin: {
      database: primary,
      chooseSource,
      allowed: allowedSources(config.source, config.ingestAllow),
      wakeWorker,
    },
  });
  const checkReady = () => checkReadiness({ database: primary, drain });
  const readLists = async () => {
    await checkReady();
    await Promise.all([domains.refresh(), keys.refresh()]);
  };
  await untilReady(readLists, logger, signal);
  if (config.publicUrl !== null) await keepFeedHost(primary, new URL(config.publicUrl).hostname);
  addRequestsGauge(metrics, () => app.server?.pendingRequests ?? 0);
  prepareTools(clock);
  await Promise.all([warmUp(deps), app.prepare()]);
  await untilReady(checkReady, logger, signal);
  const bound = await bindPort({ hostname: config.host, port: config.port }, app);
  // The port may have been left to the system.
  url = config.publicUrl ?? urlOf(config.host, bound.port);
  void warnOfEngines(deps, logger);
  traffic.start();
  const stopping = new AbortController();
  void preloadTexts(database, logger, stopping.signal);
  const stop = async () => {
    stopping.abort();
    await drain.end(app);
    await traffic.stop();
  };
  return { url, stop };
}

/** Listens for the commands of the folder's owner on a separate socket. */
export async function serveControl(
  path: string,
  deps: ServeDeps & { readonly rebuild: Rebuild },
): Promise<RunningServer> {
  const { primary } = deps;
  const drain = new Drain(0);
  const control = createControlApp({
    ...deps,
    admissions: new AdmissionQueue(primary),
    drain,
    publicUrl: () => "",
    upgradeUrl: () => "",
    // The folder's owner can already read these files.
    allowed: null,
    database: primary,
  });
  control.listen({ unix: path });
  return { url: path, stop: () => drain.end(control) };
}

interface EngineDeps extends SemanticDeps {
  readonly fulltext: Pick<FullTextReader, "ping">;
}

/**
 * Logs each search engine that cannot answer as the process starts, with the cause: a wrong address would otherwise
 * show only once somebody searches. Never throws; the process serves what does not need them.
 */
export async function warnOfEngines(deps: EngineDeps, logger: Pick<Logger, "warn">): Promise<void> {
  const warn = (engine: string) => (err: unknown) =>
    logger.warn({ engine, err }, "engine unavailable at start");
  await Promise.all([
    deps.fulltext.ping().catch(warn("fulltext")),
    inActiveVersion(deps, (version) => deps.vectors.ping(version)).catch(warn("vectors")),
  ]);
}

/** A page of results. */
const DOCUMENTS_AT_ONCE = 20;

/**
 * Loads into memory the texts that excerpts are cut from, up to this process's limit, so that its first searches
 * don't wait for them. Half of the time is left to concurrent requests. Never throws: a missing text is read when it
 * is found.
 * @param signal stops it early.
 */
export async function preloadTexts(database: Database, logger: Logger, signal: AbortSignal): Promise<void> {
  const texts = keptTexts(database);
  try {
    for await (const boiIds of readIdentifiersInForce(database, DOCUMENTS_AT_ONCE)) {
      if (signal.aborted || !texts.hasRoom) return;
      const startedAt = performance.now();
      // A damaged text is reported to those who request it; the others are still loaded.
      await readHitSources(database, boiIds).catch((error: unknown) => {
        if (!isDamage(error)) throw error;
        logger.warn({ err: error }, "a damaged text is not preloaded");
      });
      await Bun.sleep(performance.now() - startedAt);
    }
  } catch (error) {
    if (!signal.aborted) logger.warn({ err: error }, "texts not all preloaded");
  }
}

/**
 * Compiles the shapes that check MCP tool calls, once for all: the first request of a process would block its event
 * loop for 100 ms.
 */
function prepareTools(clock: () => Date): void {
  const nobody = openApi("http://localhost", "", () => Promise.reject(new Error("no tool is called here")));
  createMcpServer(nobody, clock);
}

/** Reading the vectors of a whole corpus takes about three seconds. */
const TIME_LIMIT_MS = 10_000;

/**
 * Loads the vectors, the stems, the known questions and the question model into memory, so that the first question of a
 * process does not wait for them. Never throws: what can't be loaded within `timeLimitMs` is loaded on first use.
 */
export async function warmUp(deps: HybridDeps, timeLimitMs = TIME_LIMIT_MS): Promise<void> {
  await withTimeout(timeLimitMs, loadSemantic(deps)).catch(() => {});
}

async function loadSemantic(deps: HybridDeps): Promise<void> {
  EVERYDAY_FRENCH.questions.load();
  await inActiveVersion(deps, async (version) => {
    const nothing = deps.postings.rank(new Map(), () => false);
    await Promise.all([deps.vectors.ping(version), deps.embedders.of(version), nothing]);
  });
}
