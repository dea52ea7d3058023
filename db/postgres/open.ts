import { join } from "node:path";
import type { MessagePort } from "node:worker_threads";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";
import type { Config } from "../../config/config.ts";
import { OperatorFault } from "../../config/operator-fault.ts";
import { type OutageLogger, SILENT } from "../engine/outage-log.ts";
import { EngineUnavailable } from "../engine/unavailable.ts";
import { openPglite } from "../pglite/open.ts";
import {
  connectPglite,
  connectReplica,
  connectServer,
  disconnect,
  isStoreAway,
  isStoreFull,
} from "./client.ts";
import type { Database } from "./database.ts";
import { ReplicaRouter } from "./replica.ts";

/** The configured relational store, its schema up to date. */
export interface RelationalStore {
  readonly database: Database;
  /** Where documents are read: the same store, or a replica of it while it answers in time. */
  readonly reads: Database;
  /** Null without one. */
  readonly replica: Pick<ReplicaRouter, "fault" | "lagMs"> | null;
  /** A door for `connectPglite` in another thread, or null on a server, which any thread reaches by its address. */
  connect(): MessagePort | null;
  close(): Promise<void>;
}

/**
 * Opens the relational store: the server of `DATABASE_URL`, else PGlite in `DATA_DIR/pg`, whose folder the
 * caller has locked (`lock.ts`).
 * @param log where a replica that is left is told.
 * @throws {EngineUnavailable} when the server cannot be reached.
 * @throws {StoreTooOld} when it is that of a release older than 1.5.0.
 */
export function openRelational(
  config: Pick<Config, "database" | "dataDir">,
  log: OutageLogger = SILENT,
): Promise<RelationalStore> {
  return config.database.kind === "server"
    ? openServer(config.database, log)
    : openEmbedded(join(config.dataDir, "pg"), config.database.minFreeBytes);
}

type ServerConfig = Extract<Config["database"], { kind: "server" }>;

async function openServer({ replica, ...server }: ServerConfig, log: OutageLogger): Promise<RelationalStore> {
  const migrator = connectServer(server, 1);
  try {
    await migrateDatabase(migrator);
  } catch (error) {
    throw isStoreAway(error) ? unreachable(error) : error;
  } finally {
    await disconnect(migrator);
  }
  const database = connectServer(server);
  const alone = { database, reads: database, replica: null, connect: () => null };
  if (replica === undefined) return { ...alone, close: () => disconnect(database) };
  const copy = connectReplica({ ...server, url: replica.url }, () => router.suspect());
  const { $client } = copy;
  const router = new ReplicaRouter(database, copy, { mostLagMs: replica.mostLagMs, log });
  const close = async () => {
    router.close();
    await disconnect(database);
    await disconnect({ $client });
  };
  return { ...alone, reads: router.database, replica: router, close };
}

async function openEmbedded(folder: string, minFreeBytes?: number): Promise<RelationalStore> {
  const thread = await openPglite(folder);
  const database = connectPglite(thread.connect());
  const close = async () => {
    await disconnect(database);
    await thread.close();
  };
  try {
    await migrateDatabase(database);
  } catch (error) {
    await close();
    throw error;
  }
  if (minFreeBytes !== undefined) thread.watchSpace(minFreeBytes);
  return { database, reads: database, replica: null, connect: thread.connect, close };
}

/**
 * Replaces an error of the relational store itself (away, or refusing a statement) by one for operators: the driver's
 * message includes the whole statement, with its values. Other errors are returned as they are.
 */
export function storeFault(error: unknown): unknown {
  // Its cause may be a connection lost to something else than the store.
  if (error instanceof OperatorFault) return error;
  if (isStoreAway(error)) return unreachable(error);
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof postgres.PostgresError) return isStoreFull(cause) ? full(cause) : refused(cause);
  }
  return error;
}

/** The address, which may contain a password, stays out of the message. */
function unreachable(cause: unknown): EngineUnavailable {
  const message =
    "Le serveur PostgreSQL de DATABASE_URL ne répond pas : vérifiez l'adresse et que le serveur est démarré.";
  return new EngineUnavailable("postgres", message, { cause });
}

function full(cause: postgres.PostgresError): EngineUnavailable {
  const message = `La base de données n'a plus la place d'enregistrer (${cause.code}, ${cause.message}) : libérez de l'espace sur son disque.`;
  return new EngineUnavailable("postgres", message, { cause });
}

function refused(cause: postgres.PostgresError): EngineUnavailable {
  const message = `La base de données répond par une erreur (${cause.code}, ${cause.message}).`;
  return new EngineUnavailable("postgres", message, { cause });
}

/** An arbitrary constant of our own: processes that start together migrate one after the other. */
const MIGRATION_LOCK = 7_281_001;

/**
 * Brings the schema up to date. `database` must have a single connection, because the advisory lock that makes other
 * processes wait belongs to its session.
 */
async function migrateDatabase(database: Database): Promise<void> {
  const migrationsFolder = join(import.meta.dir, "../migrations");
  const sql = database.$client;
  await sql`select pg_advisory_lock(${MIGRATION_LOCK})`;
  try {
    await refuseOlder(database);
    await migrate(database, { migrationsFolder });
  } finally {
    await sql`select pg_advisory_unlock(${MIGRATION_LOCK})`;
  }
}

/** Number of migrations of 1.5.0, the oldest release that is read: `0000` to `0032`. */
const OLDEST_MIGRATIONS = 33;
/** Its version of what is derived, which its first run gives to every text (`corpus.derivation`). */
const OLDEST_DERIVATION = 8;

/** An older release made the tables, or derived what they contain: nothing is written to them. */
class StoreTooOld extends OperatorFault {
  override readonly name = "StoreTooOld";
}

/** @throws {StoreTooOld} */
async function refuseOlder({ $client }: Database): Promise<void> {
  const [made] = await $client<{ isMigrated: boolean }[]>`
    select to_regclass('drizzle.__drizzle_migrations') is not null as "isMigrated"`;
  if (made?.isMigrated !== true) return;
  const [{ count } = { count: 0 }] = await $client<{ count: number }[]>`
    select count(*)::int as count from drizzle.__drizzle_migrations`;
  // A first start that was interrupted leaves none.
  if (count === 0) return;
  if (count < OLDEST_MIGRATIONS)
    throw new StoreTooOld(
      "Cette base vient d'une version antérieure à la 1.5.0 : passez d'abord par la 1.5.0 (démarrez-la, puis lancez-y une ingestion), et revenez ensuite à cette version. Rien n'a été modifié.",
    );
  // 0: no ingestion has begun.
  const [isOlder] = await $client`
    select from corpus where derivation > 0 and derivation < ${OLDEST_DERIVATION}`;
  if (isOlder !== undefined)
    throw new StoreTooOld(
      "Les textes de cette base ont été lus par une version antérieure à la 1.5.0 : lancez-y d'abord une ingestion de la 1.5.0, et revenez ensuite à cette version. Rien n'a été modifié.",
    );
}
