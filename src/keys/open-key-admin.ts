import type { Config } from "../../config/config.ts";
import { findOwner, lockFolder } from "../../db/data-folder/lock.ts";
import { commandActs } from "../../db/engine/operator-acts.ts";
import { openRelational } from "../../db/postgres/open.ts";
import type { KeyAdmin } from "./admin.ts";
import { recordedKeyAdmin } from "./recorded.ts";
import { socketKeyAdmin } from "./socket.ts";
import { storeKeyAdmin } from "./store.ts";

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
export async function openKeyAdmin(config: KeysConfig): Promise<OpenKeyAdmin> {
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
  return { admin: recordedKeyAdmin(storeKeyAdmin(store.database), commandActs(config.logLevel)), close };
}
