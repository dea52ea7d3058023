import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Subprocess } from "bun";
import { temporaryFolder } from "../folders.ts";
import { findFreePort } from "./free-port.ts";

/** What a cluster is made of, from Debian's packages. */
const PACKAGES = ["patroni", "etcd-server", "postgresql", "haproxy"];
const BINARIES = ["/usr/bin/patroni", "/usr/bin/etcd", "/usr/lib/postgresql", "/usr/sbin/haproxy"];
const SUPERUSER = { username: "postgres", password: "essai" };
const START_LIMIT_MS = 120_000;
/** PostgreSQL refuses to run as root: Debian's own user runs it. */
const AS_POSTGRES = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"];

/** Why there can be no Patroni cluster here, or null; Debian's packages are installed where they can be. */
export function patroniAbsence(): string | null {
  if (Bun.env["FULL"] !== "1") return "skipped: needs FULL=1";
  if (process.getuid?.() !== 0) return "skipped: a Patroni cluster is installed and run by root";
  if (BINARIES.every((path) => existsSync(path))) return null;
  if (Bun.which("apt-get") === null) return "skipped: Patroni comes from Debian's packages";
  Bun.spawnSync(["apt-get", "update", "-qq"]);
  const install = ["apt-get", "install", "-qqy", "--no-install-recommends", ...PACKAGES];
  Bun.spawnSync(install, { env: { ...Bun.env, DEBIAN_FRONTEND: "noninteractive" } });
  return BINARIES.every((path) => existsSync(path)) ? null : "skipped: Patroni could not be installed";
}

interface Member {
  readonly name: string;
  readonly port: number;
  readonly restPort: number;
  readonly folder: string;
  process: Subprocess | null;
}

export interface PatroniCluster {
  /** Of every member: the one that may be written is sought. */
  readonly url: string;
  /** Of an HAProxy before them, which leads to the one that Patroni says may be written. */
  readonly proxyUrl: string;
  /** SIGKILL to the primary and to what would start it again: its machine is dead. Resolves with its name. */
  killPrimary(): Promise<string>;
  /** Starts a dead machine again; resolves once every member streams. */
  revive(name: string): Promise<void>;
  stop(): Promise<void>;
}

/** Three members under one etcd, each with its own PostgreSQL; nothing acknowledged is lost (`synchronous_mode`). */
export async function startPatroni(): Promise<PatroniCluster> {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  const [etcdPort, peerPort] = [await findFreePort(), await findFreePort()];
  const etcd = startEtcd(join(folder, "etcd"), etcdPort, peerPort);
  const members: Member[] = [];
  for (const name of ["un", "deux", "trois"]) {
    const member = {
      name,
      port: await findFreePort(),
      restPort: await findFreePort(),
      folder: join(folder, name),
      process: null,
    };
    mkdirSync(member.folder);
    Bun.spawnSync(["chown", "postgres", member.folder]);
    writeFileSync(join(member.folder, "patroni.yml"), settingsOf(member, etcdPort));
    members.push(member);
  }
  const start = (member: Member) => {
    member.process = Bun.spawn([...AS_POSTGRES, "patroni", join(member.folder, "patroni.yml")], {
      cwd: member.folder,
      stdout: Bun.file(join(member.folder, "patroni.log")),
      stderr: Bun.file(join(member.folder, "errors.log")),
    });
  };
  for (const member of members) start(member);
  const untilWhole = async () => {
    for (const endMs = Date.now() + START_LIMIT_MS; Date.now() < endMs; await Bun.sleep(250)) {
      if (await isWhole(members)) return;
    }
    const told = await Promise.all(
      members.map(({ folder: own }) => Bun.file(join(own, "errors.log")).text()),
    );
    throw new Error(`the Patroni cluster is not whole: ${told.map((log) => log.slice(-500)).join("\n")}`);
  };
  await untilWhole();
  const hosts = members.map(({ port }) => `127.0.0.1:${port}`).join(",");
  const credentials = `${SUPERUSER.username}:${SUPERUSER.password}`;
  const proxyPort = await findFreePort();
  const proxy = startProxy(folder, proxyPort, members);
  return {
    url: `postgres://${credentials}@${hosts}/postgres?target_session_attrs=read-write`,
    proxyUrl: `postgres://${credentials}@127.0.0.1:${proxyPort}/postgres`,
    async killPrimary() {
      const { members: told } = await clusterOf(members);
      const leader = told.find(({ role }) => role === "leader");
      const member = members.find(({ name }) => name === leader?.name);
      if (member === undefined) throw new Error("no member leads");
      await kill(member);
      return member.name;
    },
    async revive(name) {
      const member = members.find((one) => one.name === name);
      if (member !== undefined) start(member);
      await untilWhole();
    },
    async stop() {
      for (const member of members) await kill(member);
      proxy.kill("SIGKILL");
      etcd.kill("SIGKILL");
      await etcd.exited;
    },
  };
}

/** The process, then its PostgreSQL, whose sessions end with it. */
async function kill(member: Member): Promise<void> {
  member.process?.kill("SIGKILL");
  await member.process?.exited;
  const pid = await Bun.file(join(member.folder, "data/postmaster.pid"))
    .text()
    .then(
      (text) => Number(text.split("\n")[0]),
      () => 0,
    );
  if (pid > 0 && existsSync(`/proc/${pid}`)) process.kill(pid, "SIGKILL");
  Bun.spawnSync(["pkill", "-KILL", "-f", join(member.folder, "patroni.yml")]);
}

function startEtcd(folder: string, port: number, peerPort: number): Subprocess {
  mkdirSync(folder);
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`];
  const asked = {
    "data-dir": folder,
    "listen-client-urls": client,
    "advertise-client-urls": client,
    "listen-peer-urls": peer,
    "initial-advertise-peer-urls": peer,
    "initial-cluster": `default=${peer}`,
  };
  const options = Object.entries(asked).map(([name, value]) => `--${name}=${value}`);
  return Bun.spawn(["etcd", ...options], { stdout: "ignore", stderr: "ignore" });
}

/** As Patroni's documentation has it: its `/primary` answers 200 on one member alone, and sessions end with its role. */
function startProxy(folder: string, port: number, members: readonly Member[]): Subprocess {
  const path = join(folder, "haproxy.cfg");
  const servers = members.map(
    (member) => `  server ${member.name} 127.0.0.1:${member.port} check port ${member.restPort}`,
  );
  const lines = [
    "defaults",
    "  mode tcp",
    "  timeout connect 2s",
    "  timeout client 10m",
    "  timeout server 10m",
    "listen primary",
    `  bind 127.0.0.1:${port}`,
    "  option httpchk OPTIONS /primary",
    "  http-check expect status 200",
    "  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions",
    ...servers,
  ];
  writeFileSync(path, `${lines.join("\n")}\n`);
  return Bun.spawn(["/usr/sbin/haproxy", "-f", path], { stdout: "ignore", stderr: "ignore" });
}

interface ToldCluster {
  readonly members: readonly { readonly name: string; readonly role: string; readonly state: string }[];
}

/** As any member tells it. */
async function clusterOf(members: readonly Member[]): Promise<ToldCluster> {
  for (const { restPort } of members) {
    const answer = await fetch(`http://127.0.0.1:${restPort}/cluster`).catch(() => null);
    if (answer?.ok === true) return (await answer.json()) as ToldCluster;
  }
  return { members: [] };
}

/** One leads, two stream, one of them synchronously. */
async function isWhole(members: readonly Member[]): Promise<boolean> {
  const { members: told } = await clusterOf(members);
  const roles = told.map(({ role }) => role).sort();
  const isRunning = told.every(({ state }) => state === "running" || state === "streaming");
  return isRunning && roles.join() === "leader,replica,sync_standby";
}

function settingsOf({ name, port, restPort, folder }: Member, etcdPort: number): string {
  const settings = {
    scope: "doctrine",
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    etcd3: { hosts: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      // The least that Patroni takes: a primary is dead after twenty seconds of silence.
      dcs: { ttl: 20, loop_wait: 1, retry_timeout: 3, synchronous_mode: true },
      initdb: [{ encoding: "UTF8" }, "data-checksums"],
      pg_hba: ["host all all 127.0.0.1/32 scram-sha-256", "host replication all 127.0.0.1/32 scram-sha-256"],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: join(folder, "data"),
      bin_dir: binariesOf(),
      authentication: { superuser: SUPERUSER, replication: { username: "copie", password: "essai" } },
      pgpass: join(folder, "pgpass"),
      parameters: { unix_socket_directories: folder, fsync: "off" },
      use_pg_rewind: true,
    },
  };
  // Every JSON text is one of YAML.
  return JSON.stringify(settings);
}

function binariesOf(): string {
  const [found = ""] = new Bun.Glob("*/bin/postgres").scanSync("/usr/lib/postgresql");
  return join("/usr/lib/postgresql", found, "..");
}
