import { cpSync, rmSync } from "node:fs";
import { temporaryFolder } from "../folders.ts";
import { findFreePort } from "./free-port.ts";
import type { Engine } from "./qdrant/engine.ts";
import { startQdrant } from "./qdrant.ts";
import { qdrantAbsence, startRealQdrant } from "./real-qdrant.ts";

/** The content of a stopped Qdrant: others start from it. */
export type QdrantSnapshot = { readonly folder: string } | { readonly engine: Engine };

/** A Qdrant of a suite's own, that can be killed: the real server where it stands, or else the double. */
export interface OwnQdrant {
  readonly url: string;
  /** Killed, and not answering again yet. */
  readonly isAway: boolean;
  /** SIGKILL; connections to the double are refused. */
  kill(): Promise<void>;
  /** Starts it again on the same port, over what it had written. */
  revive(): Promise<void>;
  stop(): Promise<QdrantSnapshot>;
  /** Stops it and deletes its content. */
  discard(): Promise<void>;
}

/** Starts one with the content of another, or empty. */
export async function startOwnQdrant(from: QdrantSnapshot | null = null): Promise<OwnQdrant> {
  if (qdrantAbsence === null && (from === null || "folder" in from)) return await startReal(from?.folder);
  return startDouble(from !== null && "engine" in from ? from.engine : null);
}

async function startReal(held: string | undefined): Promise<OwnQdrant> {
  const folder = temporaryFolder();
  if (held !== undefined) cpSync(held, folder, { recursive: true });
  const port = await findFreePort();
  let server = await startRealQdrant(folder, port);
  let isAway = false;
  return {
    url: server.url,
    get isAway() {
      return isAway;
    },
    async kill() {
      isAway = true;
      await server.kill();
    },
    async revive() {
      server = await startRealQdrant(folder, port);
      isAway = false;
    },
    async stop() {
      await server.stop();
      return { folder };
    },
    async discard() {
      await server.kill();
      rmSync(folder, { recursive: true });
    },
  };
}

function startDouble(held: Engine | null): OwnQdrant {
  const double = startQdrant(null, held?.copy());
  let isAway = false;
  return {
    url: double.url,
    get isAway() {
      return isAway;
    },
    async kill() {
      isAway = true;
      await double.refuse();
    },
    async revive() {
      double.resume();
      isAway = false;
    },
    async stop() {
      await double.stop();
      return { engine: double.engine };
    },
    discard: () => double.stop(),
  };
}
