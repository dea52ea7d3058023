/**
 * The thread that owns PGlite. It speaks the PostgreSQL wire protocol over message ports, one port a client;
 * clients come in by doors, one a thread (`open.ts`). PGlite is a single session, so clients take turns: a
 * client keeps its turn until the session is idle.
 */
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { fatalError, isIdle, isTerminate, rollbackMessages, terminateMessage } from "./protocol.ts";
import { ReplyReader } from "./reply.ts";

/** What a thread is given to start with. */
export interface PgliteHosting {
  readonly folder: string;
  readonly engine: WebAssembly.Module;
}

interface Request {
  readonly client: MessagePort;
  readonly bytes: Uint8Array;
}

const { folder, engine }: PgliteHosting = workerData;
const pglite = await PGlite.create(folder, { pgliteWasmModule: engine });
// Filling each new 16 MB segment of the log with zeros held the session for 60 ms, for no safety of ours.
await pglite.exec("SET wal_init_zero = off");
const replies = new ReplyReader(pglite);
const waiting: Request[] = [];
let turnOf: MessagePort | null = null;
let isServing = false;

parentPort?.on("message", (message: { readonly door: MessagePort } | "close") => {
  if (message === "close") void close();
  else message.door.on("message", (client: MessagePort) => welcome(client));
});
parentPort?.postMessage("open");

function welcome(client: MessagePort): void {
  const enqueue = (bytes: Uint8Array) => {
    waiting.push({ client, bytes });
    if (!isServing) void serve();
  };
  client.on("message", enqueue);
  client.on("close", () => enqueue(terminateMessage));
}

async function serve(): Promise<void> {
  isServing = true;
  for (let next = takeNext(); next !== null; next = takeNext()) await answer(next);
  isServing = false;
}

function takeNext(): Request | null {
  const index = waiting.findIndex((request) => turnOf === null || request.client === turnOf);
  return index === -1 ? null : (waiting.splice(index, 1)[0] ?? null);
}

/** Never rejects: a client whose request breaks the engine is told so, and the others are served. */
async function answer({ client, bytes }: Request): Promise<void> {
  try {
    if (isTerminate(bytes)) return await release(client);
    turnOf = client;
    const reply = await replies.exchange(bytes);
    if (isIdle(reply)) turnOf = null;
    client.postMessage(reply, [reply.buffer]);
  } catch (error) {
    client.postMessage(fatalError(`PGlite: ${error instanceof Error ? error.message : String(error)}`));
    client.close();
    // An engine that can't even roll back will tell its next client.
    await release(client).catch(() => {});
  }
}

/** A client that goes away in the middle of its turn leaves no transaction behind. */
async function release(client: MessagePort): Promise<void> {
  if (turnOf !== client) return;
  turnOf = null;
  await replies.exchange(rollbackMessages);
}

async function close(): Promise<void> {
  await pglite.close();
  parentPort?.postMessage("closed");
}
