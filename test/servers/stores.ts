import { describe, setDefaultTimeout } from "bun:test";
import { rmSync } from "node:fs";
import { openRelational, type RelationalStore } from "../../db/postgres/open.ts";
import { IS_FULL } from "../full/faults/seed.ts";
import { createDataDir } from "./pglite.ts";
import { createMigratedDatabase, serverAbsence } from "./postgres.ts";

/** Opens a store of its own for a suite, schema and plans in place; closing it removes it. */
export type OpenStore = () => Promise<RelationalStore>;

/** The first store of a machine waits for initdb. */
const TIMEOUT_MS = 120_000;

/** Runs the same suite on both engines. */
export function forEachStore(suite: (name: string, open: OpenStore) => void): void {
  setDefaultTimeout(TIMEOUT_MS);
  describe("PGlite", () => suite("PGlite", openEmbedded));
  const title = serverAbsence === null ? "PostgreSQL" : `PostgreSQL (${serverAbsence})`;
  describe.skipIf(serverAbsence !== null)(title, () => suite("PostgreSQL", openServer));
}

/** The same in the full tier; else over one store, of what both do by the same statements: PGlite where there is no server. */
export function forOneStore(suite: (name: string, open: OpenStore) => void): void {
  setDefaultTimeout(TIMEOUT_MS);
  if (IS_FULL) forEachStore(suite);
  else if (serverAbsence === null) describe("PostgreSQL", () => suite("PostgreSQL", openServer));
  else describe("PGlite", () => suite("PGlite", openEmbedded));
}

export async function openEmbedded(): Promise<RelationalStore> {
  const dataDir = await createDataDir();
  const store = await openRelational({ database: { kind: "embedded" }, dataDir });
  return closingWith(store, async () => rmSync(dataDir, { recursive: true }));
}

export async function openServer(): Promise<RelationalStore> {
  const { url, drop } = await createMigratedDatabase();
  const store = await openRelational({ database: { kind: "server", url }, dataDir: "" });
  return closingWith(store, drop);
}

function closingWith(store: RelationalStore, remove: () => Promise<void>): RelationalStore {
  return {
    ...store,
    async close() {
      await store.close();
      await remove();
    },
  };
}
