import { Database, SQLiteError } from "bun:sqlite";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type Static, Type } from "@sinclair/typebox";
import { OperatorFault } from "../../config/operator-fault.ts";
import { InvalidJson, jsonParser, Nullable } from "../engine/parse-json.ts";
import { controlSocketPath } from "./control-client.ts";

const Owner = Type.Object({
  pid: Nullable(Type.Integer()),
  /** Path of its control socket, or null when it listens on none (a command, not the service). */
  socket: Nullable(Type.String()),
});

/** The process that owns a folder, as far as it has announced itself; null until then. */
type FolderOwner = Readonly<Static<typeof Owner>>;

export interface FolderLock {
  /** Publishes where this process listens, once it does, and keeps other users off that socket. */
  announceSocket(path: string): void;
  release(): void;
}

/** Another process, or this one already, owns the folder. */
export class FolderInUse extends OperatorFault {
  override readonly name = "FolderInUse";

  constructor(
    dataDir: string,
    readonly owner: FolderOwner,
  ) {
    const process = owner.pid === null ? "un autre processus" : `le processus ${owner.pid}`;
    super(
      `Le dossier de données ${dataDir} est déjà utilisé par ${process} : arrêtez-le, ou choisissez un autre dossier avec DATA_DIR.`,
    );
  }
}

/** A command may be probing the lock (`findOwner`) just when a service starts. */
const LOOKING_MS = 250;

const UNTOLD: FolderOwner = { pid: null, socket: null };

const parseOwner = jsonParser(Owner);

/** Keeps the connections reachable: garbage collection of one would release its lock. */
const held = new Set<Database>();

/**
 * Makes this process the only owner of the folder, created if need be for this user alone. The lock is the kernel's,
 * through an SQLite file kept in an exclusive transaction (SQLite, « File Locking And Concurrency »): it ends with the
 * process, SIGKILL included, and cannot be confused by reused pids.
 * @param dataDir absolute path.
 * @throws {FolderNotPrivate}
 * @throws {FolderInUse}
 */
export function lockFolder(dataDir: string): FolderLock {
  makePrivateFolder(dataDir, lockPath(dataDir));
  const file = new Database(lockPath(dataDir));
  file.run(`PRAGMA busy_timeout = ${LOOKING_MS}`);
  if (!canRun(file, "BEGIN EXCLUSIVE")) {
    file.close();
    throw new FolderInUse(dataDir, readOwner(dataDir));
  }
  held.add(file);
  // Left by an owner that was killed.
  rmSync(controlSocketPath(dataDir), { force: true });
  writeOwner(dataDir, { pid: process.pid, socket: null });
  return {
    announceSocket(socket) {
      chmodSync(socket, 0o600);
      writeOwner(dataDir, { pid: process.pid, socket });
    },
    release() {
      rmSync(ownerPath(dataDir), { force: true });
      held.delete(file);
      file.close();
    },
  };
}

/** The live process that owns the folder, or null when none does. */
export function findOwner(dataDir: string): FolderOwner | null {
  if (!existsSync(lockPath(dataDir))) return null;
  const file = new Database(lockPath(dataDir), { readwrite: true, create: false });
  try {
    return canRun(file, "SELECT count(*) FROM sqlite_schema") ? null : readOwner(dataDir);
  } finally {
    file.close();
  }
}

function canRun(file: Database, statement: string): boolean {
  try {
    file.run(statement);
    return true;
  } catch (error) {
    if (error instanceof SQLiteError && error.code === "SQLITE_BUSY") return false;
    throw error;
  }
}

function readOwner(dataDir: string): FolderOwner {
  if (!existsSync(ownerPath(dataDir))) return UNTOLD;
  const owner = parseOwner(readFileSync(ownerPath(dataDir), "utf8"));
  return owner instanceof InvalidJson ? UNTOLD : owner;
}

/** Renamed into place, so that readers never see half of it. */
function writeOwner(dataDir: string, owner: FolderOwner): void {
  const unfinished = `${ownerPath(dataDir)}.unfinished`;
  writeFileSync(unfinished, JSON.stringify(owner), { mode: 0o600 });
  renameSync(unfinished, ownerPath(dataDir));
}

function lockPath(dataDir: string): string {
  return join(dataDir, "lock.sqlite");
}

function ownerPath(dataDir: string): string {
  return join(dataDir, "owner.json");
}

const OWNER_ALONE = 0o700;
const ANYONE_ELSE = 0o077;

/** The data folder can be read by other users, and contains files that are not ours: its mode is left alone. */
export class FolderNotPrivate extends OperatorFault {
  override readonly name = "FolderNotPrivate";

  constructor(dataDir: string, options?: ErrorOptions) {
    super(
      [
        `Le dossier de données ${dataDir} est ouvert à d'autres utilisateurs, qui y liraient clés et usage. Au choix :`,
        `  chmod 700 ${dataDir}    s'il ne sert qu'à ce service`,
        "  DATA_DIR=./autre-dossier    pour un dossier à part, qui sera créé",
      ].join("\n"),
      options,
    );
  }
}

/**
 * Creates the data folder if need be, and closes it to other users. A folder with other files than ours is left alone:
 * `DATA_DIR=/tmp`, by mistake, must not close `/tmp` to everybody.
 * @param ourFile a file present in every folder of ours.
 * @throws {FolderNotPrivate}
 */
function makePrivateFolder(dataDir: string, ourFile: string): void {
  mkdirSync(dataDir, { recursive: true, mode: OWNER_ALONE });
  if ((statSync(dataDir).mode & ANYONE_ELSE) === 0) return;
  if (!existsSync(ourFile) && readdirSync(dataDir).length > 0) throw new FolderNotPrivate(dataDir);
  try {
    chmodSync(dataDir, OWNER_ALONE);
  } catch (cause) {
    throw new FolderNotPrivate(dataDir, { cause });
  }
}
