import { allowedSources } from "../config/allowed-sources.ts";
import type { Config } from "../config/config.ts";
import { AdmissionQueue } from "../db/admission/queue.ts";
import { decorate } from "../db/engine/decorate.ts";
import { createLogger } from "../db/engine/operator-acts.ts";
import { StoreDamaged } from "../db/engine/unavailable.ts";
import { recordDamage } from "../db/ingestion/derived/debts.ts";
import type { DerivedStore } from "../db/ingestion/derived/indexing.ts";
import { addBuildInfo, addPoolGauges } from "../db/measures/measures.ts";
import { addTraffic } from "../db/measures/traffic.ts";
import { StoreCircuit } from "../db/postgres/circuit.ts";
import { pingStore } from "../db/postgres/database.ts";
import type { RelationalStore } from "../db/postgres/open.ts";
import { keepTexts } from "../db/queries/kept-texts.ts";
import type { LanguageModel } from "../search/embeddings/language-model.ts";
import { activeVersion, openQuestionEmbedders } from "../search/embeddings/open.ts";
import { openFullTextReader } from "../search/fulltext/open.ts";
import type { FullTextReader } from "../search/fulltext/port.ts";
import { openReranker } from "../search/reranking/open.ts";
import { LivePostings } from "../search/stems/live-postings.ts";
import { openVectorReader } from "../search/vectors/open.ts";
import { KeyRing } from "./access/api-key.ts";
import { AttemptLimiter } from "./access/attempt-limiter.ts";
import { VisitorBudget } from "./access/visitor-budget.ts";
import { type AppDeps, createApp } from "./app.ts";
import { openCitationChecker } from "./features/citations/checker.ts";
import { openComparator } from "./features/comparison/service.ts";
import { senseCircuit } from "./features/hybrid/by-words.ts";
import type { HybridDeps } from "./features/hybrid/service.ts";
import { VERSION } from "./http/attribution.ts";
import { clientAddressBehind, Drain } from "./http/connections.ts";
import { BodyCache } from "./http/response/kept-bodies.ts";
import {
  addCorpusGauges,
  addDiskGauge,
  addLawGauges,
  addProofGauges,
  addRefreshGauge,
  addReplicaGauge,
  addSourcesGauge,
  addStoreGauges,
  addVectorsGauge,
  Refreshes,
} from "./metrics/gauges.ts";
import {
  addRequestsGauge,
  Metrics,
  measured,
  measuredAdmissions,
  measuredReranker,
  type SearchEngines,
  Traffic,
} from "./metrics/registry.ts";
import type { RunDeps } from "./operator/runs.ts";
import { KnownDomains } from "./process/known-domains.ts";
import { urlOf } from "./process/port.ts";
import { NotHeld, StoreLag } from "./questions/not-seen.ts";

/** What the configuration does not say. */
interface Opener
  extends Pick<RunDeps, "chooseSource" | "wakeWorker">,
    Pick<AppDeps, "isSourceOther" | "tracing"> {
  /** Not closed with the service, nor is the model: a worker beside it uses them too. */
  readonly store: RelationalStore;
  /** Null when this process has none. */
  readonly model: LanguageModel | null;
}

/** The service, which answers `app.handle` and does not listen yet. */
export interface Service {
  readonly app: ReturnType<typeof createApp>;
  readonly deps: AppDeps;
  /** Those of `deps`, untimed: what loads them at the start would count as slow requests. */
  readonly engines: SearchEngines & HybridDeps;
  /** Makes the address of links, and returns it, once the port is known: it may have been left to the system. */
  answersOn(port: number): string;
  /** Closes the engines. */
  close(): Promise<void>;
}

/** Each observation costs the stores about ten milliseconds. */
const STATE_LIFETIME_MS = 1000;

/** Puts the service together, for what serves as for tests and benches; `overrides` replace even what `config` makes. */
export function openService(config: Config, overrides: Opener & Partial<AppDeps>): Service {
  const { store, model, chooseSource, wakeWorker, ...replaced } = overrides;
  const { clock = () => new Date(), logger = createLogger(config.logLevel) } = replaced;
  const { database: primary, reads: database } = store;
  keepTexts(database, config.keptTextBytes);
  const onDamage = damageRecorder(store, clock);
  const refreshes = new Refreshes(logger, onDamage);
  const engines = {
    database,
    fulltext: recorded(openFullTextReader(config), onDamage),
    vectors: openVectorReader(config, store, refreshes),
    postings: new LivePostings(database, refreshes),
    embedders: openQuestionEmbedders(config.embeddings, database, model),
  };
  const [comparator, citationChecker] = [openComparator(), openCitationChecker()];
  const metrics = new Metrics();
  const timed = measured(engines, metrics);
  const reranker = openReranker(config, { database, vectors: timed.vectors, logger });
  const circuit = new StoreCircuit(() => pingStore(primary), { log: logger });
  let url = config.publicUrl ?? urlOf(config.host, config.port);
  const deps: AppDeps = {
    database,
    primary,
    replica: store.replica,
    ...timed,
    reranker: reranker && measuredReranker(reranker, metrics),
    sense: senseCircuit(logger),
    onByWords: metrics.countByWords,
    comparator,
    citationChecker,
    storeLag: new StoreLag(primary, refreshes),
    notHeld: new NotHeld(database, refreshes),
    domains: new KnownDomains(database, refreshes),
    keys: new KeyRing(primary, clock, { onLookup: metrics.lookups("keys"), observer: refreshes, circuit }),
    admissions: measuredAdmissions(new AdmissionQueue(primary, circuit), metrics),
    bodies: new BodyCache(metrics.lookups("bodies")),
    attempts: new AttemptLimiter(),
    visitors: new VisitorBudget(config.visitorMsAMinute),
    clientAddress: clientAddressBehind(config.trustedProxies, (message) => logger.warn(message)),
    clock,
    stateLifetimeMs: STATE_LIFETIME_MS,
    sourcesLateDays: config.sourcesLateDays,
    isProofStamped: config.proof.timestamping !== null,
    drain: new Drain(config.drainDelayMs),
    metrics,
    timePart: metrics.timedPart,
    traffic: new Traffic({ write: (counted) => addTraffic(primary, counted, clock()), clock, logger }),
    logger,
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
    ...replaced,
  };
  const app = createApp(deps);
  addGauges(config, { ...deps, refreshes });
  addRequestsGauge(metrics, () => app.server?.pendingRequests ?? 0);
  return {
    app,
    deps,
    engines,
    answersOn(port) {
      url = config.publicUrl ?? urlOf(config.host, port);
      return url;
    },
    async close() {
      await Promise.all(
        [engines.fulltext, engines.vectors, comparator, citationChecker].map((opened) => opened.close()),
      );
    },
  };
}

/** By the engine named in the fault. */
const STORES: ReadonlyMap<string, DerivedStore> = new Map([
  ["sqlite", "fulltext"],
  ["postings", "postings"],
  ["vectors", "vectors"],
]);

/** Records a damaged derived store, so that the worker, in this process or another, repairs it. */
function damageRecorder({ database }: RelationalStore, clock: () => Date): (damage: StoreDamaged) => void {
  return ({ engine }) => {
    const derived = STORES.get(engine);
    // If the store can't be written now, the damage is recorded the next time it is met.
    if (derived !== undefined) recordDamage(database, derived, clock()).catch(() => {});
  };
}

/** The engine, with a callback for damage that its answers reveal. */
function recorded(engine: FullTextReader, onDamage: (damage: StoreDamaged) => void): FullTextReader {
  const record = (error: unknown): never => {
    if (error instanceof StoreDamaged) onDamage(error);
    throw error;
  };
  const watch = <Answer>(call: () => Promise<Answer>): Promise<Answer> => call().catch(record);
  return decorate(engine, {
    search: watch,
    count: watch,
    facets: watch,
    wordsBeginning: watch,
    suggest: watch,
    ping: watch,
  });
}

function addGauges(config: Config, deps: AppDeps & { readonly refreshes: Refreshes }): void {
  const { metrics, primary, database, clock, isProofStamped: isStamped, sourcesLateDays: lateDays } = deps;
  addBuildInfo(metrics, VERSION);
  addPoolGauges(metrics, primary === database ? { primary } : { primary, reads: database });
  if (deps.replica) addReplicaGauge(metrics, deps.replica);
  addCorpusGauges(metrics, primary, clock);
  addSourcesGauge(metrics, primary, () => ({ now: clock(), lateDays }));
  addLawGauges(metrics, primary, clock);
  addProofGauges(metrics, primary, () => ({ now: clock(), isStamped }));
  if (config.isEmbedded) addDiskGauge(metrics, config.dataDir);
  addRefreshGauge(metrics, deps.refreshes);
  addVectorsGauge(metrics, () => activeVersion(deps));
  addStoreGauges(metrics, deps, config.embeddings.kind === "openai");
}
