import type { AnyElysia } from "elysia";
import { ATTRIBUTION } from "./attribution.ts";
import { ApiError } from "./errors/api-error.ts";
import { securityHeaders } from "./security-headers.ts";

/**
 * Seconds that a request may take to arrive whole, however slowly its body trickles in, then to be answered; also how
 * long a connection may stay idle. Bun itself gives the first headers twelve seconds. It checks its limits every four
 * seconds, so one may fire up to four seconds early. Longer than any engine may take to answer.
 */
const PATIENCE_SECONDS = 30;

/**
 * Beyond this body size, Bun closes the connection without an answer of ours. Larger than the discarded part of a
 * refused body (`json-body.ts`), so that a caller over the bound reads why.
 */
const MAX_RECEIVED_BYTES = 9 * 1024 * 1024;

export interface ListenAddress {
  readonly hostname: string;
  /** 0 = any free port. */
  readonly port: number;
}

/** A reserved port; until `answerBy`, every request is answered « not ready ». */
export interface BoundPort {
  readonly port: number;
  /** `X-Request-Id` of the answers sent before `answerBy`: a caller that reads it knows it reached this process. */
  readonly bindingId: string;
  answerBy(app: AnyElysia): void;
  release(): Promise<void>;
}

/**
 * Binds a port, with the connection limits; the limits that need an answer of ours are in `http.ts`. Bun adds its
 * own: 16 KiB and 198 lines of headers (431). A client that reads its answer slowly is not cut: the proxy does that
 * (docs/operations.md, « Exposer le service »).
 * @throws when the address is taken or is not of this machine: an error whose `code` is the system's.
 */
export function bind(address: ListenAddress, patienceSeconds = PATIENCE_SECONDS): BoundPort {
  const bindingId = crypto.randomUUID();
  const limits = {
    // Bun's development error pages show the code.
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
