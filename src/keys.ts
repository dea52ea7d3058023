/** The command `bun run keys`. Exit codes: 0 done, 1 refused, 2 wrong command line. */

import { Type } from "@sinclair/typebox";
import { print, tellFault } from "../config/command-line.ts";
import { type Config, readConfig } from "../config/config.ts";
import { askOwner, type ControlRequest } from "../db/data-folder/control-client.ts";
import { findOwner, lockFolder } from "../db/data-folder/lock.ts";
import { commandActs } from "../db/engine/operator-acts.ts";
import { type JsonParser, jsonParser } from "../db/engine/parse-json.ts";
import { parseKeyExport } from "../db/keys/transfer-format.ts";
import { openRelational, storeFault } from "../db/postgres/open.ts";
import { type KeyCommand, parseCommand, USAGE } from "./keys/command.ts";
import { executeCommand } from "./keys/execute.ts";
import { type KeyAdmin, storeKeyAdmin } from "./keys/store.ts";
import { CreatedKey, KeyList, KeyUsage, KeyView } from "./operator/keys.ts";
import { bodyWith } from "./schemas/responses.ts";

const parseKey = jsonParser(bodyWith(KeyView));
const parseKeys = jsonParser(bodyWith(KeyList));
const parseCreated = jsonParser(bodyWith(CreatedKey));
const parseUsage = jsonParser(bodyWith(KeyUsage));
const parseImported = jsonParser(Type.Object({ added: Type.Integer(), known: Type.Integer() }));

/**
 * Administers keys through the control socket of the running service, by its admin routes.
 * @param socket its path, from `findOwner`.
 */
function socketKeyAdmin(socket: string): KeyAdmin {
  const ask = <Answer>(
    method: ControlRequest["method"],
    path: string,
    parse: JsonParser<Answer>,
    body?: object,
  ) => askOwner(socket, { method, path, ...(body !== undefined && { body }) }, parse);
  const pathOf = (visibleStart: string) => `/keys/${encodeURIComponent(visibleStart)}`;
  return {
    create: (request) => ask("POST", "/keys", parseCreated, request),
    list: async () => (await ask("GET", "/keys", parseKeys)).keys,
    change: (visibleStart, change) => ask("PATCH", pathOf(visibleStart), parseKey, change),
    revoke: (visibleStart) => ask("DELETE", pathOf(visibleStart), parseKey),
    usage: (visibleStart) => ask("GET", `${pathOf(visibleStart)}/usage`, parseUsage),
    export: () => ask("GET", "/export-keys", parseKeyExport),
    import: (document) => ask("POST", "/import-keys", parseImported, document),
  };
}

type KeysConfig = Pick<Config, "database" | "dataDir" | "logLevel">;

interface OpenKeyAdmin {
  readonly admin: KeyAdmin;
  close(): Promise<void>;
}

/**
 * Opens access to the keys wherever they are: on the database server, in the service that owns the folder, or else in
 * the folder, which this process then owns until `close`.
 * @throws {FolderInUse} when the owner of the folder has no socket (a command at work, a service starting).
 * @throws {EngineUnavailable}
 */
async function openKeyAdmin(config: KeysConfig): Promise<OpenKeyAdmin> {
  if (config.database.kind === "server") return openStore(config, () => {});
  const socket = findOwner(config.dataDir)?.socket ?? null;
  if (socket !== null) return { admin: socketKeyAdmin(socket), close: async () => {} };
  const lock = lockFolder(config.dataDir);
  try {
    return await openStore(config, lock.release);
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function openStore(config: KeysConfig, release: () => void): Promise<OpenKeyAdmin> {
  const store = await openRelational(config);
  const close = async () => {
    await store.close();
    release();
  };
  return { admin: storeKeyAdmin(store.database, commandActs(config.logLevel)), close };
}

process.exit(await main(process.argv.slice(2)));

async function main(args: readonly string[]): Promise<number> {
  try {
    const command = parseCommand(args);
    print(command.verb === "help" ? USAGE : await execute(command));
    return 0;
  } catch (error) {
    return tellFault(storeFault(error), USAGE);
  }
}

async function execute(command: Exclude<KeyCommand, { verb: "help" }>): Promise<string> {
  const { admin, close } = await openKeyAdmin(readConfig());
  try {
    return await executeCommand(admin, command);
  } finally {
    await close();
  }
}
