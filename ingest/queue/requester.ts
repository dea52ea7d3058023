import { canonicalSource, displaySource } from "../../config/allowed-sources.ts";
import type { Config } from "../../config/config.ts";
import { askOwner } from "../../db/data-folder/control-client.ts";
import { findOwner, lockFolder } from "../../db/data-folder/lock.ts";
import { commandActs } from "../../db/engine/operator-acts.ts";
import { type ErasureOutcome, type ErasureRequest, eraseWording } from "../../db/erasure/erase.ts";
import { type ErasureView, readErasures } from "../../db/erasure/erasures.ts";
import { openWriterSession } from "../../db/ingestion/writer-session.ts";
import type { Database } from "../../db/postgres/database.ts";
import { openRelational, type RelationalStore } from "../../db/postgres/open.ts";
import { interruptOrphanRuns, readRun, requestRun } from "../../db/runs/runs.ts";
import { type RunView, viewRun } from "../../db/runs/view.ts";
import { IngestionFault } from "../journal/fault.ts";
import { chooseSource } from "../sources/remembered.ts";
import { parseAccepted, parseErased, parseErasures, parseRun } from "./progress.ts";
import { RunQueue } from "./queue.ts";

/** Executes the run, or the erasure, that a command requests. */
export interface Requester {
  /** Requests a run; returns its id. @param request null = the source remembered by the store, or else its default. */
  request(request: { readonly source: string | null; readonly forced: boolean }): Promise<number>;
  follow(id: number): Promise<RunView>;
  erase(request: ErasureRequest): Promise<ErasureOutcome>;
  /** Every erasure with what remains of it; meanwhile the worker, or this process, works on it. */
  erasures(): Promise<readonly ErasureView[]>;
  /** Stops the run after the present batch; false when another process executes it. */
  interrupt(): boolean;
  close(): Promise<void>;
}

/**
 * In embedded mode, the service that owns the folder when there is one; otherwise this process, unless another one owns
 * the server's ingestion lock and takes the run itself.
 */
export async function openRequester(config: Config): Promise<Requester> {
  const socket = config.isEmbedded ? (findOwner(config.dataDir)?.socket ?? null) : null;
  if (socket !== null) return viaSocket(socket);
  const lock = config.isEmbedded ? lockFolder(config.dataDir) : null;
  try {
    const store = await openRelational(config);
    return here(config, store, () => lock?.release());
  } catch (error) {
    lock?.release();
    throw error;
  }
}

function here(config: Config, store: RelationalStore, release: () => void): Requester {
  const queue = new RunQueue({ config, store });
  const record = commandActs(config.logLevel);
  let fault: unknown = null;
  const execute = () => {
    queue.drain().catch((error) => {
      fault = error;
    });
  };
  return {
    async request({ source, forced }) {
      const chosen = source ?? canonicalSource(await chooseSource(store.database, config));
      const run = await requestRun(store.database, { source: chosen, forced });
      const named = source === null ? null : displaySource(source);
      record("ingestion asked", { run, source: named, force: forced });
      return run;
    },
    async follow(id) {
      if (fault !== null) throw fault;
      const run = await readRun(store.database, id);
      if (run === null) throw new IngestionFault(`L'exécution ${id} n'existe plus.`);
      // Another process may own the lock and take the run, or leave without seeing it.
      if (run.status === "queued") execute();
      return viewRun(run);
    },
    async erase(request) {
      const attempt = () => eraseWording(store.database, request, new Date());
      let outcome = await attempt();
      if (outcome.wordings === null && (await endOrphanRuns(config, store.database)))
        outcome = await attempt();
      if (outcome.wordings !== null) record("wording erased", { ...request, ...outcome });
      return outcome;
    },
    async erasures() {
      if (fault !== null) throw fault;
      const all = await readErasures(store.database);
      if (all.some(({ essayee_le, reste }) => reste.length > 0 && essayee_le === null)) execute();
      return all;
    },
    interrupt() {
      const isHere = queue.isBusy;
      void queue.stop();
      return isHere;
    },
    async close() {
      await queue.finish();
      await queue.stop();
      await store.close();
      release();
    },
  };
}

/**
 * Ends the runs marked as running that nobody executes: their process died, or this store was restored from a dump taken
 * meanwhile. False when another process ingests; the folder of an embedded store is this one's.
 */
async function endOrphanRuns({ database: server }: Config, database: Database): Promise<boolean> {
  if (server.kind !== "server") {
    await interruptOrphanRuns(database);
    return true;
  }
  const session = await openWriterSession(server);
  if (session === null) return false;
  try {
    await interruptOrphanRuns(session.database);
    return true;
  } finally {
    await session.close();
  }
}

/** The admin routes of the service, over its control socket. */
function viaSocket(socket: string): Requester {
  return {
    async request({ source, forced }) {
      const body = { ...(source !== null && { source }), force: forced };
      const { id } = await askOwner(socket, { method: "POST", path: "/ingest", body }, parseAccepted);
      return id;
    },
    follow: (id) => askOwner(socket, { method: "GET", path: `/runs/${id}` }, parseRun),
    erase: (body) => askOwner(socket, { method: "POST", path: "/erase", body }, parseErased),
    async erasures() {
      return (await askOwner(socket, { method: "GET", path: "/erase" }, parseErasures)).effacements;
    },
    interrupt: () => false,
    close: async () => {},
  };
}
