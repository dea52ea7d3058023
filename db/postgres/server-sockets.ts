import { connect, type Socket } from "node:net";

/** Where the driver wants a socket to; one host, or several to try in turn. */
export interface ServerAddress {
  readonly host: readonly string[];
  readonly port: readonly number[];
  /** Of a Unix socket, when there is one. */
  readonly path: string | false;
}

/**
 * The sockets of one pool. The driver waits for an answer as long as its connection is open, and a server that hangs,
 * or a network that drops all packets, never closes it: after too long a silence, its sockets are closed here, and
 * pending statements fail as on any lost connection. A statement may still take as long as it needs.
 */
export class ServerSockets {
  private readonly open = new Set<Socket>();
  private opened = 0;

  /** A socket for the driver, which writes its first message before it is connected. */
  connect({ host, port, path }: ServerAddress): Socket {
    const turn = this.opened++ % host.length;
    const name = host[turn] ?? "localhost";
    const socket = path ? connect(path) : connect(port[turn] ?? 5432, name);
    this.open.add(socket.on("close", () => this.open.delete(socket)));
    // The driver reads there the name that a certificate must have.
    return Object.assign(socket, { host: name });
  }

  /**
   * Polls the server at intervals while sockets are open; a poll still unanswered when the next one is due closes them
   * all. Returns a function that stops it.
   * @param ask on a connection of its own, among these sockets.
   * @param silenceMs how long the server may take to answer; a server that hangs is given up within twice that.
   */
  watch(ask: () => PromiseLike<unknown>, silenceMs: number): () => void {
    let isAsking = false;
    const rounds = setInterval(async () => {
      if (isAsking) return this.closeAll();
      if (this.open.size === 0) return;
      isAsking = true;
      // A refusal is an answer too.
      await Promise.resolve(ask()).catch((error: unknown) => {
        if (isMute(error)) this.closeAll();
      });
      isAsking = false;
    }, silenceMs).unref();
    return () => clearInterval(rounds);
  }

  /** At once, whatever is pending: a server that hangs would never answer a goodbye. */
  closeAll(): void {
    for (const socket of this.open) socket.destroy();
  }
}

/** Whether a new connection has had no answer. */
function isMute(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "CONNECT_TIMEOUT";
}
