import { connect } from "node:net";

/** How an exchange over a socket of its own went. */
interface RawExchange {
  /** All that came back, as it came. */
  readonly received: string;
  /** Status of the first answer; 0 when there was none. */
  readonly status: number;
  /** Milliseconds until the server closed the connection, or null when `limitMs` came first. */
  readonly closedAfterMs: number | null;
  /** Whether the connection broke: what the server sends may then be lost. */
  readonly isReset: boolean;
}

/** Sends the pieces one after the other, `everyMs` apart, and listens until the server closes or `limitMs`. */
export function exchangeRaw(
  port: number,
  pieces: readonly string[],
  { everyMs = 1, limitMs = 5_000 } = {},
): Promise<RawExchange> {
  const { promise, resolve } = Promise.withResolvers<RawExchange>();
  const startedAt = performance.now();
  const socket = connect(port, "127.0.0.1");
  const left = [...pieces];
  let received = "";
  let isReset = false;
  const end = (closedAfterMs: number | null) => {
    clearInterval(sending);
    clearTimeout(limit);
    socket.destroy();
    const status = Number(/^HTTP\/1\.1 (\d+)/.exec(received)?.[1] ?? 0);
    resolve({ received, status, closedAfterMs, isReset });
  };
  const sending = setInterval(() => {
    const piece = left.shift();
    if (piece !== undefined) socket.write(piece);
  }, everyMs);
  const limit = setTimeout(() => end(null), limitMs);
  socket.on("data", (chunk) => {
    received += chunk.toString();
  });
  // A reset is a close like another here: `close` follows it.
  socket.on("error", () => {
    isReset = true;
  });
  socket.on("close", () => end(performance.now() - startedAt));
  return promise;
}

/** A request in full, whose connection closes after the answer. */
export function rawRequest(line: string, headers: readonly string[] = [], body = ""): string {
  const host = headers.some((header) => /^host:/i.test(header)) ? [] : ["Host: localhost"];
  return `${[`${line} HTTP/1.1`, ...host, "Connection: close", ...headers].join("\r\n")}\r\n\r\n${body}`;
}
