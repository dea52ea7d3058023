/** The ingestion thread of the embedded mode: executes the run it was started with (see `thread.ts`). */
import { parentPort, workerData } from "node:worker_threads";
import { connectPglite, disconnect } from "../db/client.ts";
import { runIngestion } from "./run.ts";
import { openDerivedStores } from "./stores.ts";
import type { ThreadTask } from "./thread.ts";

const { port, config, run }: ThreadTask = workerData;
const stopping = new AbortController();
parentPort?.on("message", () => stopping.abort());

const database = connectPglite(port);
const stores = openDerivedStores(config);
await runIngestion({ database, ...stores, clock: () => new Date(), signal: stopping.signal }, run);
await disconnect(database);
parentPort?.postMessage("done");
