import { connect, createServer, type Socket } from "node:net";

/**
 * What befalls what comes through: `pass` as if it was not there, `refuse` breaks every connection, `cut` the
 * next one only, `hang` never answers, any other text is the answer to every request.
 */
export type Fault = "pass" | "refuse" | "cut" | "hang" | `HTTP/1.1 ${string}`;

/** A server of the loopback that stands before another one and fails as asked. */
export interface FaultyProxy {
  readonly url: string;
  /** From now on, open connections included. */
  behave(fault: Fault): void;
  close(): Promise<void>;
}

/** @param target address of the server behind. */
export async function openFaultyProxy(target: string): Promise<FaultyProxy> {
  let fault: Fault = "pass";
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const track = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on("error", () => {}).on("close", () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    track(client);
    if (fault === "refuse" || fault === "cut") {
      if (fault === "cut") fault = "pass";
      client.destroy();
    } else if (fault === "pass") {
      const behind = track(connect(Number(port), hostname));
      client.pipe(behind).pipe(client);
      client.on("close", () => behind.destroy());
    } else if (fault !== "hang") {
      const answer = fault;
      client.on("data", () => client.end(answer));
    }
  });
  const address = await new Promise<ReturnType<typeof server.address>>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(server.address()));
  });
  if (address === null || typeof address === "string") throw new Error("a TCP port was expected");
  return {
    url: `http://127.0.0.1:${address.port}`,
    behave(next) {
      fault = next;
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
