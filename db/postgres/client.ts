import { connect, Socket } from "node:net";
import type { MessagePort } from "node:worker_threads";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { readServerAddress } from "../../config/server-address.ts";
import { PortStream } from "../pglite/stream.ts";
import type { Database } from "./database.ts";
import { HostFinder } from "./hosts.ts";

/** A PostgreSQL server, as the configuration gives it. */
export interface ServerAccess {
  readonly url: string;
  /** How long it may stay silent before its connections are closed; a minute when absent. */
  readonly answerLimitMs?: number;
}

const CONNECT_LIMIT_MS = 5_000;
const ANSWER_LIMIT_MS = 60_000;
/** Where another host can take over, a silent one is given up within sixteen seconds; a replica, within eight. */
const REPLACED_LIMIT_MS = 8_000;
const REPLICA_LIMIT_MS = 4_000;

/**
 * Connects to a PostgreSQL server; connections open at the first query. The driver is patched (`patches/`): unpatched,
 * a connection lost while reserved ends the process, or leaves statements pending for ever (its issue 1208), and one
 * closed before it is ready is reopened for ever.
 */
export function connectServer(server: ServerAccess, maxConnections = 10): Database {
  return connectPool(server, { max: maxConnections });
}

/** Connects to a replica, which others stand in for. @param onLost called when a connection ends. */
export function connectReplica(server: ServerAccess, onLost: () => void): Database {
  const { url, answerLimitMs = REPLICA_LIMIT_MS } = server;
  const limitMs = Math.min(answerLimitMs, REPLICA_LIMIT_MS);
  return connectPool({ url, answerLimitMs: limitMs }, { onclose: onLost });
}

/**
 * One connection to a PostgreSQL server that is never replaced, so that a session's lock and its statements share one
 * fate. Once it is lost, `onLost` is called and statements never resolve.
 */
export function connectSession(server: ServerAccess, onLost: () => void): Database {
  // The driver renews a connection after some 45 minutes, and a lost one at the next statement.
  return connectPool(server, {
    max: 1,
    max_lifetime: null,
    backoff: () => NEVER_SECONDS,
    onclose: onLost,
  });
}

/** Eleven days: longer than anything done over one connection. */
const NEVER_SECONDS = 1_000_000;

type PoolOptions = Pick<
  postgres.Options<Record<string, never>>,
  "max" | "max_lifetime" | "backoff" | "onclose"
>;

function connectPool(
  { url, answerLimitMs = ANSWER_LIMIT_MS }: ServerAccess,
  poolOptions: PoolOptions,
): Database {
  const address = readServerAddress(url);
  const isSought = address !== null && (address.hosts.length > 1 || (address.target ?? "any") !== "any");
  const finder = isSought ? new HostFinder(address) : null;
  const sockets = new ServerSockets(finder);
  const options = {
    connect_timeout: Math.min(CONNECT_LIMIT_MS, answerLimitMs) / 1_000,
    backoff: reconnectDelay,
    onnotice: ignoreNotice,
    socket: (given: DriverAddress) => sockets.connect(given),
  };
  const server = isSought ? address.url : url;
  const client = postgres(server, { ...options, ...poolOptions });
  const probe = postgres(server, { ...options, max: 1, idle_timeout: 1, fetch_types: false });
  const silenceMs = finder === null ? answerLimitMs : Math.min(answerLimitMs, REPLACED_LIMIT_MS);
  const endWatch = sockets.watch(() => probe`select 1`, silenceMs);
  ends.set(client, async () => {
    endWatch();
    await probe.end({ timeout: 0 });
    await client.end({ timeout: FAREWELL_SECONDS });
    sockets.closeAll();
  });
  return storeOf(client);
}

/** Types of PostgreSQL, by their numbers (`pg_type`). */
const INT8 = 20;
const TIMESTAMPTZ = 1184;

/**
 * The store behind a driver, which reads values as `db/schema` types them: an instant is a `Date`, a count a number (all
 * of ours are below 2⁵³), a day text. Drizzle makes the driver leave all of them as text.
 */
export function storeOf(client: postgres.Sql): Database {
  const database = drizzle(client);
  const { parsers, serializers } = client.options;
  parsers[INT8] = Number;
  parsers[TIMESTAMPTZ] = (text: string) => new Date(text);
  serializers[TIMESTAMPTZ] = (instant: Date | string) =>
    instant instanceof Date ? instant.toISOString() : instant;
  return database;
}

/** How long a closing pool waits for its pending statements. */
const FAREWELL_SECONDS = 5;

/** Closes a pool on a server, and stops what watches it. */
const ends = new WeakMap<postgres.Sql, () => Promise<void>>();

/** Connects through a door of the PGlite thread (`pglite/open.ts`). One connection: PGlite is a single session. */
export function connectPglite(door: MessagePort): Database {
  const options = {
    max: 1,
    database: "postgres",
    user: "postgres",
    fetch_types: false,
    backoff: reconnectDelay,
    onnotice: ignoreNotice,
    socket: () => new PortStream(door),
  };
  return storeOf(postgres(options));
}

export async function disconnect({ $client }: Pick<Database, "$client">): Promise<void> {
  const end = ends.get($client);
  await (end === undefined ? $client.end({ timeout: FAREWELL_SECONDS }) : end());
}

/** Seconds before connection attempt number `attempt`: a server that comes back is noticed within a second. */
function reconnectDelay(attempt: number): number {
  return Math.min(2 ** attempt / 20, 1);
}

function ignoreNotice(): void {}

/** Codes of the driver and of the server (SQLSTATE) that mean « not reachable now », not « wrong statement ». */
const AWAY = /^(ECONN\w+|ENOTFOUND|EHOSTUNREACH|EPIPE|CONNECT(ION)?_\w+|08\w{3}|57P0[1-3]|53300)$/;

/**
 * Codes of a store without room to write (disk_full), or made read-only while little is left
 * (read_only_sql_transaction, `pglite/host.ts`).
 */
const FULL = /^(53100|25006)$/;

/** Whether an error means that the relational store cannot be reached, as opposed to a faulty statement. */
export function isStoreAway(error: unknown): boolean {
  return hasCode(error, AWAY);
}

/** Whether an error means that the relational store has no room to write; nothing of the statement is stored. */
export function isStoreFull(error: unknown): boolean {
  return hasCode(error, FULL);
}

function hasCode(error: unknown, codes: RegExp): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string" && codes.test(cause.code)) return true;
  }
  return false;
}

/** Where the driver wants a socket to. */
interface DriverAddress {
  readonly host: readonly string[];
  readonly port: readonly number[];
  /** A Unix socket's, when there is one. */
  readonly path: string | false;
}

/**
 * The sockets of one pool. The driver waits for an answer as long as its connection is open, and a server that hangs,
 * or a network that drops all packets, never closes it: after too long a silence, its sockets are closed here, and
 * pending statements fail as on any lost connection. A statement may still take as long as it needs.
 */
export class ServerSockets {
  private readonly open = new Set<Socket>();

  /** @param finder chooses among several hosts; null when there is one. */
  constructor(private readonly finder: HostFinder | null = null) {}

  /** A socket for the driver, which writes its first message before it is connected. */
  async connect({ host: [name = "localhost"], port: [port = 5432], path }: DriverAddress): Promise<Socket> {
    if (path) return this.watched(connect(path));
    if (this.finder === null) return this.watched(connect(port, name), name);
    const host = await this.finder.find();
    return host === null ? this.watched(refused()) : this.watched(connect(host.port, host.name), host.name);
  }

  /** @param host a certificate must have this name, which the driver reads there. */
  private watched(socket: Socket, host?: string): Socket {
    this.open.add(socket);
    socket.on("close", () => {
      this.open.delete(socket);
      this.finder?.forget();
    });
    return Object.assign(socket, { host });
  }

  /**
   * Polls the server at intervals while sockets are open; a poll still unanswered when the next one is due closes them
   * all. Returns a function that stops it.
   * @param ask on a connection of its own, among these sockets.
   * @param silenceMs how long the server may take to answer; a server that hangs is given up within twice that.
   */
  watch(ask: () => PromiseLike<unknown>, silenceMs: number): () => void {
    let isAsking = false;
    const rounds = setInterval(async () => {
      if (isAsking) return this.closeAll();
      if (this.open.size === 0) return;
      isAsking = true;
      // A refusal is an answer too.
      await Promise.resolve(ask()).catch((error: unknown) => {
        if (isMute(error)) this.closeAll();
      });
      isAsking = false;
    }, silenceMs).unref();
    return () => clearInterval(rounds);
  }

  /** At once, whatever is pending: a server that hangs would never answer a goodbye. */
  closeAll(): void {
    for (const socket of this.open) socket.destroy();
  }
}

/** A socket that is refused as by a server: the driver waits for ever for one that is not made. */
function refused(): Socket {
  const fault = new Error("no host of the address that answers is of the kind asked for");
  const socket = new Socket();
  setImmediate(() => socket.destroy(Object.assign(fault, { code: "ECONNREFUSED" })));
  return socket;
}

/** Whether a new connection has had no answer. */
function isMute(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "CONNECT_TIMEOUT";
}
