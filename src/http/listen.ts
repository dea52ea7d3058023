import type { AnyElysia } from "elysia";
import { ATTRIBUTION } from "./attribution.ts";
import { ApiError } from "./errors/api-error.ts";
import { securityHeaders } from "./security-headers.ts";

/**
 * Seconds that a request may take to arrive whole, body included however it trickles in, then to be answered; also
 * how long a connection may stay without a request. Bun itself gives the first headers twelve seconds. It looks at its
 * limits every four seconds, so that one falls due up to four seconds before its time. Longer than any engine may take
 * to answer.
 */
const PATIENCE_SECONDS = 30;

/**
 * Where Bun closes the connection on a body, without a word of ours. Larger than what is read of a refused one
 * (`json-body.ts`), so that a caller who is over the bound is told why.
 */
const MAX_RECEIVED_BYTES = 9 * 1024 * 1024;

export interface ListenAddress {
  readonly hostname: string;
  /** 0 = any free port. */
  readonly port: number;
}

/** A port that is ours from now on; until `answerBy`, whoever asks is told that the process is not ready. */
export interface BoundPort {
  readonly port: number;
  /** Header `X-Request-Id` of the answers before `answerBy`: who reads it knows that it asked this process. */
  readonly bindingId: string;
  answerBy(app: AnyElysia): void;
  release(): Promise<void>;
}

/**
 * Takes a port, with the limits of the connections themselves; those that need an answer of ours are in `http.ts`.
 * Bun adds its own: 16 KiB and 198 lines of headers (431). A client that reads its answer slowly is not cut: the
 * proxy does (docs/operations.md, « Exposer le service »).
 * @throws when the address is taken or not of this machine: an error whose `code` is the system's.
 */
export function bind(address: ListenAddress, patienceSeconds = PATIENCE_SECONDS): BoundPort {
  const bindingId = crypto.randomUUID();
  const limits = {
    // Its pages of errors show the code.
    development: false,
    idleTimeout: patienceSeconds,
    maxRequestBodySize: MAX_RECEIVED_BYTES,
  };
  // Elysia's own `listen` would let a second process share the port (`reusePort`), each answering in turn.
  const server = Bun.serve({ ...address, ...limits, reusePort: false, fetch: () => notReady(bindingId) });
  return {
    port: server.port ?? address.port,
    bindingId,
    answerBy(app) {
      app.compile();
      app.server = server;
      server.reload({ ...limits, fetch: app.fetch });
    },
    release: () => server.stop(true),
  };
}

function notReady(requestId: string): Response {
  const { body, status, headers: own } = new ApiError("not_ready", { reason: "il démarre" });
  const headers = {
    ...securityHeaders(""),
    "cache-control": "no-store",
    ...own,
    "x-request-id": requestId,
  };
  return Response.json({ ...body, source: ATTRIBUTION }, { status, headers });
}
