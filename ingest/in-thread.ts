/** The ingestion thread of the embedded mode: executes the run it was started with (see `thread.ts`). */
import { parentPort, workerData } from "node:worker_threads";
import { connectPglite, disconnect } from "../db/client.ts";
import { openFullTextIndex } from "../db/fulltext/open.ts";
import { runIngestion } from "./run.ts";
import type { ThreadTask } from "./thread.ts";

const { port, dataDir, run }: ThreadTask = workerData;
const stopping = new AbortController();
parentPort?.on("message", () => stopping.abort());

const database = connectPglite(port);
const fullText = openFullTextIndex({ dataDir });
await runIngestion({ database, fullText, clock: () => new Date(), signal: stopping.signal }, run);
await disconnect(database);
parentPort?.postMessage("done");
