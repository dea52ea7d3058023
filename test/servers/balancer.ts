import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";

/** What stands before the API processes, as `deploy/Caddyfile` has it. */
export interface Balancer {
  readonly url: string;
  /** The processes that requests go to from now on. */
  replace(targets: readonly string[]): void;
  close(): Promise<void>;
}

/** How long a request is offered to one process after the other before the client is told that there is none. */
const TRY_MS = 5000;
const RETRY_MS = 100;

/**
 * A proxy that takes its turn at each target and keeps connections open. A connection that is refused is tried
 * elsewhere, whatever the request; one that breaks before an answer is tried elsewhere for a GET alone, since
 * another request may have been executed.
 */
export async function openBalancer(initial: readonly string[]): Promise<Balancer> {
  let targets = initial;
  let turn = 0;
  const agent = new Agent({ keepAlive: true });
  const server = createServer((incoming, outgoing) => {
    const deadline = Date.now() + TRY_MS;
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => offer(Buffer.concat(chunks), incoming, outgoing, deadline));
  });

  const offer = (body: Buffer, incoming: IncomingMessage, outgoing: ServerResponse, deadline: number) => {
    turn += 1;
    const target = new URL(targets[turn % targets.length] ?? "");
    const { method, url, headers } = incoming;
    const attempt = request({
      agent,
      hostname: target.hostname,
      port: target.port,
      method,
      path: url,
      headers,
    });
    attempt.on("response", (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    attempt.on("error", (error: NodeJS.ErrnoException) => {
      const isSafe = error.code === "ECONNREFUSED" || method === "GET";
      if (outgoing.headersSent) outgoing.destroy();
      else if (isSafe && Date.now() < deadline)
        setTimeout(() => offer(body, incoming, outgoing, deadline), RETRY_MS);
      else outgoing.writeHead(502).end();
    });
    attempt.end(body);
  };

  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
  return {
    url: `http://127.0.0.1:${port}`,
    replace(next) {
      targets = next;
    },
    async close() {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
