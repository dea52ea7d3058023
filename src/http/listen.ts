import type { AnyElysia } from "elysia";
import { withTimeout } from "../../db/engine/retry.ts";

/**
 * Seconds that a request may take to arrive whole, however slowly its body trickles in, then to be answered; also how
 * long a connection may stay idle. Bun itself gives the first headers twelve seconds. It checks its limits every four
 * seconds, so one may fire up to four seconds early. Longer than any engine may take to answer.
 */
const PATIENCE_SECONDS = 30;

/** Beyond, Bun closes the connection without our answer: more than is discarded of a refused body (`json-body.ts`). */
const MAX_RECEIVED_BYTES = 9 * 1024 * 1024;

export interface ListenAddress {
  readonly hostname: string;
  /** 0 = any free port. */
  readonly port: number;
}

/** A port on which an application answers. */
export interface BoundPort {
  readonly port: number;
  /** Whether this URL, without a path, leads to this very server and not to another on the same port. */
  isReachedAt(url: string, limitMs: number): Promise<boolean>;
  release(): Promise<void>;
}

/** The header of the requests of `isReachedAt`. */
const PROBE_HEADER = "x-port-probe";

/**
 * Has the application answer on a port, with the connection limits; the limits that need an answer of ours are in
 * `http.ts`. Bun adds its own: 16 KiB and 198 lines of headers (431). A client that reads its answer slowly is not
 * cut: the proxy does that (docs/operations.md, « Exposer le service »).
 * @throws when the address is taken or is not of this machine: an error whose `code` is the system's.
 */
export function bind(address: ListenAddress, app: AnyElysia, patienceSeconds = PATIENCE_SECONDS): BoundPort {
  app.compile();
  const settings = {
    // Bun's development error pages show the code.
    development: false,
    idleTimeout: patienceSeconds,
    maxRequestBodySize: MAX_RECEIVED_BYTES,
    fetch: app.fetch,
  };
  // Elysia's own `listen` would let a second process share the port (`reusePort`), each answering in turn.
  const server = Bun.serve({ ...address, ...settings, reusePort: false });
  app.server = server;
  return {
    port: server.port ?? address.port,
    async isReachedAt(url, limitMs) {
      const probe = crypto.randomUUID();
      let isReached = false;
      const watched = (request: Request) => {
        if (request.headers.get(PROBE_HEADER) !== probe) return app.fetch(request);
        isReached = true;
        return new Response();
      };
      server.reload({ ...settings, fetch: watched });
      const signal = AbortSignal.timeout(limitMs);
      await fetch(`${url}/v1/health`, { headers: { [PROBE_HEADER]: probe }, signal }).catch(() => {});
      server.reload(settings);
      return isReached;
    },
    release: () => server.stop(true),
  };
}

/** How long requests in progress may take once no new one is accepted. */
const LIMIT_MS = 10_000;

/** Shuts down: still answers, not ready, asking clients to close, so that a proxy turns elsewhere before refusals. */
export class Drain {
  #isDraining = false;

  /** @param delayMs how long requests are still accepted: as long as a proxy takes to notice. */
  constructor(private readonly delayMs: number) {}

  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** Resolves when the server accepts nothing more and has answered every accepted request. */
  async end(app: AnyElysia): Promise<void> {
    this.#isDraining = true;
    await Bun.sleep(this.delayMs);
    const { server } = app;
    if (server === null) return;
    // Requests that have not ended in time are cut.
    await withTimeout(LIMIT_MS, server.stop(false)).catch(() => {});
    await server.stop(true);
  }
}
