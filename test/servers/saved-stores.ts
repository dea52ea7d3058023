import { describe } from "bun:test";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../../config/config.ts";
import type { Database } from "../../db/postgres/database.ts";
import { openRelational, type RelationalStore } from "../../db/postgres/open.ts";
import { temporaryFolder } from "../folders.ts";
import { IS_FULL } from "../full/faults/seed.ts";
import { dumpAbsence, restoreDump, takeDump } from "./dumps.ts";
import { createDataDir } from "./pglite.ts";
import { createDatabase, createMigratedDatabase, serverAbsence, type TestDatabase } from "./postgres.ts";

/** A store that is saved, then put back as it was: its database is another one each time it was. */
export interface SavedStore {
  readonly database: Database;
  /** Where the data folder is, and the register of erasures in it. */
  readonly dataDir: string;
  save(): Promise<void>;
  restore(): Promise<void>;
  /** Lets a command of the project have the store meanwhile, given the environment that it needs. */
  lend<Result>(work: (environment: Readonly<Record<string, string>>) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** Where a store lies, and how what is there is saved; it is closed meanwhile. */
interface Place {
  readonly database: Config["database"];
  readonly environment: Readonly<Record<string, string>>;
  save(): Promise<void>;
  restore(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Runs the same suite on both engines (on the server alone, unless the full tier is asked for); a server's title
 * gives the reason when its restoration is not by a dump.
 */
export function forEachSavedStore(suite: (open: () => Promise<SavedStore>) => void): void {
  if (IS_FULL || serverAbsence !== null)
    describe("PGlite, its folder copied", () => suite(() => openSaved(embeddedPlace)));
  const way = dumpAbsence === null ? "by pg_dump and pg_restore" : `copied by the server (${dumpAbsence})`;
  const title = serverAbsence === null ? `PostgreSQL, ${way}` : `PostgreSQL (${serverAbsence})`;
  describe.skipIf(serverAbsence !== null)(title, () => suite(() => openSaved(serverPlace)));
}

async function openSaved(placeIn: (dataDir: string) => Promise<Place>): Promise<SavedStore> {
  const dataDir = await createDataDir();
  const place = await placeIn(dataDir);
  const open = () => openRelational({ database: place.database, dataDir });
  let store: RelationalStore = await open();
  const whileClosed = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    await store.close();
    try {
      return await work();
    } finally {
      store = await open();
    }
  };
  return {
    get database() {
      return store.database;
    },
    dataDir,
    save: () => whileClosed(() => place.save()),
    restore: () => whileClosed(() => place.restore()),
    lend: (work) => whileClosed(() => work({ DATA_DIR: dataDir, ...place.environment })),
    async close() {
      await store.close();
      await place.remove();
    },
  };
}

async function embeddedPlace(dataDir: string): Promise<Place> {
  const folder = join(dataDir, "pg");
  const saved = join(temporaryFolder(), "pg");
  return {
    database: { kind: "embedded" },
    environment: {},
    save: async () => cpSync(folder, saved, { recursive: true }),
    async restore() {
      rmSync(folder, { recursive: true });
      cpSync(saved, folder, { recursive: true });
    },
    remove: async () => {},
  };
}

async function serverPlace(): Promise<Place> {
  let current = await createMigratedDatabase();
  let copy: TestDatabase | null = null;
  const file = join(temporaryFolder(), "doctrine.dump");
  const restored = async () => {
    if (copy !== null) return await copy.copy();
    const empty = await createDatabase();
    await restoreDump(empty.url, file);
    return empty;
  };
  return {
    get database() {
      return { kind: "server", url: current.url } as const;
    },
    get environment() {
      return { DATABASE_URL: current.url };
    },
    async save() {
      if (dumpAbsence === null) await takeDump(current.url, file);
      else copy = await current.copy();
    },
    async restore() {
      await current.drop();
      current = await restored();
    },
    async remove() {
      await current.drop();
      await copy?.drop();
    },
  };
}
