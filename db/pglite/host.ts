/**
 * The thread that owns PGlite. It speaks the PostgreSQL wire protocol over message ports, one per client; clients
 * arrive through doors, one per thread (`open.ts`). PGlite is a single session, so clients take turns: each keeps its
 * turn until the session is idle. An engine that fails is replaced over the same folder; the thread ends when none can
 * be opened.
 */
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { freeBytes } from "../data-folder/free-space.ts";
import {
  fatalError,
  isIdle,
  isTerminate,
  panicOf,
  queryMessage,
  rollbackMessages,
  terminateMessage,
} from "./protocol.ts";

/**
 * A PGlite that has failed for good: later calls answer nothing, or never return. What it had not committed is rolled
 * back by the next one that opens its folder.
 */
class EngineFailure extends Error {
  override readonly name = "EngineFailure";

  constructor(
    message: string,
    /** SQLSTATE of the failure: 53100 when the disk was full. */
    readonly code: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** One PGlite over a folder, until it is closed or fails. */
class Engine {
  private readonly replies: ReplyReader;

  private constructor(private readonly pglite: PGlite) {
    this.replies = new ReplyReader(pglite);
  }

  /** @throws what PGlite throws for a folder that it cannot open: a full disk aborts it within a second. */
  static async open(folder: string, module: WebAssembly.Module): Promise<Engine> {
    const pglite = await PGlite.create(folder, { pgliteWasmModule: module });
    // Zero-filling each new 16 MB segment of the log blocked the session for 60 ms, without making us any safer.
    await pglite.exec("SET wal_init_zero = off");
    return new Engine(pglite);
  }

  /**
   * The reply to messages of the wire protocol.
   * @throws {EngineFailure} when the engine is lost; it must not be called again.
   */
  async exchange(messages: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    const reply = await this.replies.exchange(messages).catch((error: unknown) => {
      throw new EngineFailure(String(error), INTERNAL_ERROR, { cause: error });
    });
    const panic = panicOf(reply);
    if (panic !== null) throw new EngineFailure(panic.text, panic.code);
    return reply;
  }

  close(): Promise<void> {
    return this.pglite.close();
  }

  /** Closes the files of a failed engine, which no longer can: they would keep their space on the disk. */
  abandon(): void {
    const { FS } = this.pglite.Module;
    for (const stream of FS.streams) if (stream) tryTo(() => FS.close(stream));
  }
}

const INTERNAL_ERROR = "XX000";

function tryTo(act: () => void): void {
  try {
    act();
  } catch {}
}

const INITIAL_BYTES = 1024 * 1024;

/**
 * Has PGlite execute wire-protocol messages, and collects its reply in a reused buffer. In PGlite 0.5 `execProtocolRaw`
 * grows its own buffer chunk by chunk: on replies of 300 KB it was seven times slower, and the process kept twice what
 * it had sent.
 */
class ReplyReader {
  private buffer = new Uint8Array(INITIAL_BYTES);
  private length = 0;

  constructor(private readonly pglite: PGlite) {}

  /** The reply to `messages`, in its own memory, which may be transferred. */
  async exchange(messages: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    this.length = 0;
    await this.pglite.execProtocolRawStream(messages, { onRawData: (chunk) => this.append(chunk) });
    const reply = this.buffer.slice(0, this.length);
    // A rare reply of tens of megabytes must not keep its memory for ever.
    if (this.buffer.length > 16 * INITIAL_BYTES) this.buffer = new Uint8Array(INITIAL_BYTES);
    return reply;
  }

  private append(chunk: Uint8Array): void {
    const needed = this.length + chunk.length;
    if (needed > this.buffer.length) {
      const larger = new Uint8Array(Math.max(needed, 2 * this.buffer.length));
      larger.set(this.buffer.subarray(0, this.length));
      this.buffer = larger;
    }
    this.buffer.set(chunk, this.length);
    this.length = needed;
  }
}

/** Start parameters of the thread. */
export interface PgliteHosting {
  readonly folder: string;
  readonly engine: WebAssembly.Module;
}

/** Orders to the thread: a door for new clients, the free space below which writing stops, or to end. */
export type HostOrder =
  | { readonly door: MessagePort }
  | { readonly minFreeBytes: number }
  | { readonly close: true };

interface Request {
  readonly client: MessagePort;
  readonly bytes: Uint8Array;
}

const WATCH_MS = 500;
/** How long a full disk may take to be freed before the process ends, to be restarted. */
const REOPENING_LIMIT_MS = 120_000;
const REOPENING_ATTEMPTS = 3;
/** A segment of the log: what PGlite may need when it opens. */
const ROOM_TO_OPEN = 16 * 1024 * 1024;
const DISK_FULL = "53100";
/** A server's code while it recovers. */
const CANNOT_CONNECT_NOW = "57P03";

const { folder, engine: module }: PgliteHosting = workerData;
let engine: Engine | null = await Engine.open(folder, module);
const clients = new Set<MessagePort>();
const waiting: Request[] = [];
let turnOf: MessagePort | null = null;
let isServing = false;
/** Reply to clients while there is no engine. */
let refusal = fatalError("PGlite is not open", CANNOT_CONNECT_NOW);
/** Checks the free space, and remembers the last state sent to the engine. */
let watch: ReturnType<typeof setInterval> | undefined;
let [isShort, isReadOnly] = [false, false];

parentPort?.on("message", (order: HostOrder) => {
  if ("door" in order) order.door.on("message", (client: MessagePort) => welcome(client));
  else if ("close" in order) void close();
  else watchSpace(order.minFreeBytes);
});
parentPort?.postMessage("open");

function welcome(client: MessagePort): void {
  clients.add(client);
  const enqueue = (bytes: Uint8Array) => {
    waiting.push({ client, bytes });
    if (!isServing) void serve();
  };
  client.on("message", enqueue);
  client.on("close", () => {
    clients.delete(client);
    enqueue(terminateMessage);
  });
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

/** Never rejects: a client whose request breaks the engine receives an error, and the others reconnect. */
async function answer({ client, bytes }: Request): Promise<void> {
  if (engine === null) return dismiss(client, refusal);
  try {
    if (turnOf === null) await applySpace(engine);
    if (isTerminate(bytes)) return await release(engine, client);
    turnOf = client;
    const reply = await engine.exchange(bytes);
    if (isIdle(reply)) turnOf = null;
    client.postMessage(reply, [reply.buffer]);
  } catch (error) {
    const failure = error instanceof EngineFailure ? error : new EngineFailure(String(error), "XX000");
    dismiss(client, fatalError(`PGlite: ${failure.message}`, failure.code));
    void replaceEngine(engine, failure);
  }
}

/** A client that leaves in the middle of its turn leaves no transaction behind. */
async function release(current: Engine, client: MessagePort): Promise<void> {
  if (turnOf !== client) return;
  turnOf = null;
  await current.exchange(rollbackMessages);
}

function dismiss(client: MessagePort, last: Uint8Array): void {
  client.postMessage(last);
  client.close();
}

/** Prepared statements are lost with the engine: all clients must reconnect. */
async function replaceEngine(failed: Engine, { message, code }: EngineFailure): Promise<void> {
  engine = null;
  turnOf = null;
  isReadOnly = false;
  refusal = fatalError(`PGlite: ${message}`, code === DISK_FULL ? code : CANNOT_CONNECT_NOW);
  for (const client of clients) dismiss(client, refusal);
  failed.abandon();
  console.error(`La base embarquée s'est arrêtée (${message}) : elle est rouverte dès qu'elle peut l'être.`);
  const deadline = performance.now() + REOPENING_LIMIT_MS;
  for (let attempts = 0; attempts < REOPENING_ATTEMPTS && performance.now() < deadline; ) {
    if ((await roomLeft()) >= ROOM_TO_OPEN) {
      engine = await Engine.open(folder, module).catch(() => null);
      attempts += 1;
    }
    if (engine !== null) return;
    await Bun.sleep(WATCH_MS);
  }
  process.exit(1);
}

/**
 * Makes the engine read-only (SQLSTATE 25006, for transactions begun from then on) while the disk has less than
 * `minFreeBytes` free, which leaves room for what it has under way.
 */
function watchSpace(minFreeBytes: number): void {
  clearInterval(watch);
  watch = setInterval(async () => {
    isShort = (await roomLeft()) < minFreeBytes;
  }, WATCH_MS);
}

/** Bytes free on the folder's disk. Ends the thread when the folder can't even be looked at: nothing is left to serve. */
async function roomLeft(): Promise<number> {
  try {
    return await freeBytes(folder);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.error(`Le dossier de la base embarquée ne peut plus être lu (${reason}).`);
    return process.exit(1);
  }
}

async function applySpace(current: Engine): Promise<void> {
  if (isShort === isReadOnly) return;
  await current.exchange(queryMessage(`SET default_transaction_read_only = ${isShort ? "on" : "off"}`));
  isReadOnly = isShort;
}

async function close(): Promise<void> {
  await engine?.close();
  parentPort?.postMessage("closed");
}
