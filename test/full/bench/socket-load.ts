/**
 * A load over raw sockets, in a process of its own so that it takes nothing of the event loop that it measures:
 * an HTTP client parses and decodes what it receives, which would cost as much as serving it.
 * Reads a `LoadOrder` on standard input, writes an `OutsideLoad` on standard output.
 */
import type { Socket } from "bun";
import { type BenchRequest, type LoadOrder, type OutsideLoad, percentiles } from "./load.ts";

const HEAD_END = "\r\n\r\n";
/** The last chunk, which is empty, and the end of the trailers (RFC 9112, 7.1). */
const CHUNKS_END = "0\r\n\r\n";

/** One connection: a request, its whole answer, the next request. */
class Caller {
  readonly latencies: number[] = [];
  private head = "";
  /** Bytes of the body that are still to come, "chunks" when its last chunk ends it; null while the head is read. */
  private missing: number | "chunks" | null = null;
  /** The last characters of a body in chunks. */
  private tail = "";
  private startedAt = 0;

  constructor(
    /** What is to be asked, null when everything was. */
    private readonly next: () => Uint8Array | null,
    private readonly endsAt: number,
    private readonly end: () => void,
  ) {}

  ask(socket: Socket): void {
    const request = performance.now() >= this.endsAt ? null : this.next();
    if (request === null) {
      this.end();
      return;
    }
    this.head = "";
    this.tail = "";
    this.missing = null;
    this.startedAt = performance.now();
    socket.write(request);
  }

  receive(socket: Socket, chunk: Buffer): void {
    if (this.missing === null) this.readHead(chunk);
    else if (this.missing !== "chunks") this.missing -= chunk.byteLength;
    if (this.missing === "chunks") {
      this.tail = (
        this.tail + chunk.toString("latin1", Math.max(0, chunk.byteLength - CHUNKS_END.length))
      ).slice(-CHUNKS_END.length);
      if (this.tail === CHUNKS_END) this.missing = 0;
    }
    if (this.missing !== 0) return;
    this.latencies.push(performance.now() - this.startedAt);
    this.ask(socket);
  }

  private readHead(chunk: Buffer): void {
    const before = this.head.length;
    this.head += chunk.toString("latin1");
    const end = this.head.indexOf(HEAD_END);
    if (end === -1) return;
    const head = this.head.slice(0, end);
    if (!head.startsWith("HTTP/1.1 200")) throw new Error(head);
    if (/transfer-encoding: chunked/i.test(head)) {
      this.missing = "chunks";
      return;
    }
    const length = /content-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined) throw new Error(`no length: ${head}`);
    this.missing = Number(length) - (before + chunk.byteLength - end - HEAD_END.length);
  }
}

/** A request as it goes through the socket (RFC 9112). */
function writtenTo(host: string, { path, headers = {}, body }: BenchRequest): Buffer {
  const own = body === undefined ? {} : { "Content-Type": "application/json" };
  const fields = Object.entries({
    Host: host,
    ...headers,
    ...own,
    "Content-Length": Buffer.byteLength(body ?? ""),
  });
  const lines = fields.map(([name, value]) => `${name}: ${value}`);
  const method = body === undefined ? "GET" : "POST";
  return Buffer.from([`${method} ${path} HTTP/1.1`, ...lines].join("\r\n") + HEAD_END + (body ?? ""));
}

/** What callers ask, one after the other. */
function drawnFrom(requests: readonly Uint8Array[], isUnique: boolean): () => Uint8Array | null {
  let asked = 0;
  return isUnique
    ? () => requests[asked++] ?? null
    : () => requests[Math.floor(Math.random() * requests.length)] ?? null;
}

async function load({
  url,
  requests,
  isUnique = false,
  concurrency,
  durationMs,
}: LoadOrder): Promise<OutsideLoad> {
  const { hostname, port, host } = new URL(url);
  const written = requests.map((request) => writtenTo(host, request));
  const next = drawnFrom(written, isUnique);
  const startedAt = performance.now();
  const callers = Array.from({ length: concurrency }, async () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const caller = new Caller(next, startedAt + durationMs, resolve);
    const socket = await Bun.connect({
      hostname,
      port: Number(port),
      socket: {
        open: (opened) => caller.ask(opened),
        data: (opened, chunk) => caller.receive(opened, chunk),
        error: (_, error) => reject(error),
        close: () => reject(new Error("the connection was closed")),
      },
    });
    await promise;
    socket.end();
    return caller.latencies;
  });
  const latencies = (await Promise.all(callers)).flat();
  const seconds = (performance.now() - startedAt) / 1_000;
  return { requests: latencies.length, perSecond: latencies.length / seconds, ...percentiles(latencies) };
}

console.log(JSON.stringify(await load(await Bun.stdin.json())));
process.exit(0);
