import type { BlockList } from "node:net";
import { resolve } from "node:path";
import { OFFICIAL_SOURCES } from "../bofip/sources/official-sources.ts";
import { isPrefix } from "./allowed-sources.ts";
import { readAnswerLimit } from "./answer-limit.ts";
import { ConfigError } from "./config-error.ts";
import { type DatabaseConfig, readDatabase } from "./database.ts";
import { type EmbeddingsConfig, readEmbeddings } from "./embeddings.ts";
import { type FulltextConfig, readFulltext } from "./fulltext.ts";
import { readKeptTexts } from "./kept-texts.ts";
import { type ModelConfig, readModel } from "./model.ts";
import { type Environment, Reader } from "./reader.ts";
import { readVectors, type VectorsConfig } from "./vectors.ts";

export type LogLevel = (typeof LOG_LEVELS)[number];

/** Everything the operator may choose, read once at start. An engine's address decides which engine runs. */
export interface Config {
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
  /** Absolute path of the embedded engines' folder. */
  readonly dataDir: string;
  /** `sample`, paths or URLs, separated by commas; see `ingest/sources/`. */
  readonly source: string;
  /** Whether the operator named the source, rather than leave it to its default. */
  readonly isSourceNamed: boolean;
  readonly database: DatabaseConfig;
  /** Whether an engine lives in `dataDir`: this process then owns the folder and runs the ingestion worker. */
  readonly isEmbedded: boolean;
  readonly fulltext: FulltextConfig;
  readonly vectors: VectorsConfig;
  readonly embeddings: EmbeddingsConfig;
  /** The language model that serves without a service; null when there is a service, or it is turned off. */
  readonly model: ModelConfig | null;
  readonly adminToken: string | null;
  /** Address printed in links, without a trailing slash, or null: the listen address. */
  readonly publicUrl: string | null;
  readonly upgradeUrl: string | null;
  /** Where a key is asked for: a page or a `mailto:`. */
  readonly contactUrl: string | null;
  /** Proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: BlockList;
  readonly logLevel: LogLevel;
  /** How long a process that was told to stop still accepts requests: as long as its proxy takes to notice. */
  readonly drainDelayMs: number;
  /** Milliseconds of work a minute that each address without a key may cause. */
  readonly visitorMsAMinute: number;
  /** How many bytes of texts a process of the API keeps at most. */
  readonly keptTextBytes: number;
  /** What `POST /admin/ingest` may name beside `source` and the official sources: see `allowedSources`. */
  readonly ingestAllow: readonly string[];
  /** Cron expression, UTC. */
  readonly ingestCron: string;
  /** How many days may pass after the last one that the sources speak of. */
  readonly sourcesLateDays: number;
}

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
const MIN_ADMIN_TOKEN_LENGTH = 32;
const MAX_DRAIN_SECONDS = 60;
/** A twentieth of a processor. */
export const DEFAULT_VISITOR_MS = 3_000;
/** Archives come every week, a few days after its end: two that do not come are no accident. */
export const DEFAULT_LATE_DAYS = 16;
const MAX_LATE_DAYS = 366;
/** A whole one: such an address is never refused. */
const MAX_VISITOR_MS = 60_000;

/**
 * Reads the variables. An empty variable counts as absent.
 * @param memoryBytes what this process may take at most, as its container or its machine has it.
 * @throws {ConfigError} with all the faults at once.
 */
export function readConfig(
  environment: Environment = process.env,
  memoryBytes = process.constrainedMemory(),
): Config {
  const read = new Reader(environment);
  const limit = readAnswerLimit(read);
  const database = readDatabase(read, limit);
  const fulltext = readFulltext(read, limit);
  const dataDir = resolve(read.text("DATA_DIR") ?? "./data");
  const embeddings = readEmbeddings(read);
  const config: Config = {
    host: read.text("HOST") ?? "127.0.0.1",
    port: read.port("PORT", 3000),
    dataDir,
    source: read.text("SOURCE") ?? (database.kind === "embedded" ? "sample" : OFFICIAL_SOURCES),
    isSourceNamed: read.text("SOURCE") !== null,
    database,
    isEmbedded: database.kind === "embedded" || fulltext.kind === "embedded",
    fulltext,
    vectors: readVectors(read, limit),
    embeddings,
    model: readModel(read, dataDir, embeddings),
    adminToken: read.secret("ADMIN_TOKEN", MIN_ADMIN_TOKEN_LENGTH),
    publicUrl: read.url("PUBLIC_URL", ["http:", "https:"])?.replace(/\/+$/, "") ?? null,
    upgradeUrl: read.url("UPGRADE_URL", ["http:", "https:"]),
    contactUrl: read.url("CONTACT_URL", ["http:", "https:", "mailto:"]),
    trustedProxies: read.addresses("TRUST_PROXY"),
    drainDelayMs: read.integer("DRAIN_DELAY", 0, 0, MAX_DRAIN_SECONDS) * 1000,
    visitorMsAMinute: read.integer("RATE_VISITOR_MS", DEFAULT_VISITOR_MS, 100, MAX_VISITOR_MS),
    keptTextBytes: readKeptTexts(read, memoryBytes),
    logLevel: read.oneOf("LOG_LEVEL", LOG_LEVELS, "info"),
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

/** Where the API is and the key to ask it with, for the commands that are its clients. */
export interface ApiAccess {
  /** Without a trailing slash. */
  readonly url: string;
  readonly key: string;
}

/**
 * Reads the variables of a client of the API.
 * @throws {ConfigError}
 */
export function readApiAccess(environment: Environment = process.env): ApiAccess {
  const read = new Reader(environment);
  read.present("API_KEY", "une clé d'API du service est attendue (« boi_… »).");
  const access = {
    url: read.url("API_URL", ["http:", "https:"])?.replace(/\/+$/, "") ?? "http://127.0.0.1:3000",
    key: read.headerValue("API_KEY") ?? "",
  };
  if (read.faults.length > 0) throw new ConfigError(read.faults);
  return access;
}
