import { type BlockList, isIP, isIPv6 } from "node:net";
import { type AnyElysia, Elysia } from "elysia";
import { withTimeout } from "../../db/engine/retry.ts";
import { ApiError } from "./errors/api-error.ts";

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
 * `http/plugin.ts`. Bun adds its own: 16 KiB and 198 lines of headers (431). A client that reads its answer slowly is not
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

/** The part of Bun's server that knows the peer of a request; null when a request did not arrive over the network. */
export interface PeerSource {
  requestIP(request: Request): { readonly address: string } | null;
}

/** A request and the server that received it: all that a route knows of its client. */
export interface Arrival {
  readonly request: Request;
  readonly server: PeerSource | null;
}

/** A client's address to count by; null when unknown: forwarded by an untrusted peer, or by an unreadable header. */
export type ClientAddress = (request: Request, server: PeerSource | null) => string | null;

/**
 * Finds a client's address: `X-Forwarded-For` from its right end, as long as each hop is a trusted proxy; further left
 * is a mere claim. The clients of an undeclared proxy would count as one: they are not counted, and `warn` is called
 * once for each configuration fault.
 */
export function clientAddressBehind(
  trustedProxies: BlockList,
  warn: (message: string) => void = () => {},
): ClientAddress {
  const warned = new Set<string>();
  const refuse = (message: string) => {
    if (!warned.has(message)) warn(message);
    warned.add(message);
    return null;
  };
  return (request, server) => {
    const peer = peerAddress(request, server);
    const forwarded = request.headers.get("x-forwarded-for");
    if (forwarded === null) return peer;
    if (!isTrusted(trustedProxies, peer)) return refuse(UNNAMED);
    const hops = forwarded.split(",").map(readHop);
    // When every hop is a trusted proxy, the first one is the client: a proxy's own health check.
    const index = hops.findLastIndex((hop) => hop === null || !isTrusted(trustedProxies, hop));
    return hops[Math.max(index, 0)] ?? refuse(UNREADABLE);
  };
}

/** The address at the other end of the connection. */
export function peerAddress(request: Request, server: PeerSource | null): string {
  return normalise(server?.requestIP(request)?.address ?? "local");
}

const UNNAMED =
  "X-Forwarded-For came from an address that TRUST_PROXY does not name: wrong keys of its clients are not counted, their visits of pages count as those of one address; name the proxy in TRUST_PROXY";
const UNREADABLE =
  "X-Forwarded-For came from a trusted proxy with something else than an address: wrong keys of that client are not counted";

/** The address of a hop, which some proxies write with its port: `192.0.2.1:443`, `[2001:db8::1]:443`. */
function readHop(written: string): string | null {
  const hop = written.trim();
  const [, bracketed, withPort] = /^(?:\[([^\]]*)\](?::\d+)?|([^:]*):\d+)$/.exec(hop) ?? [];
  if (bracketed !== undefined) return isIPv6(bracketed) ? normalise(bracketed) : null;
  const address = withPort ?? hop;
  return isIP(address) === 0 ? null : normalise(address);
}

function isTrusted(proxies: BlockList, address: string): boolean {
  const version = isIP(address);
  return version !== 0 && proxies.check(address, version === 4 ? "ipv4" : "ipv6");
}

/** A dual-stack socket reports IPv4 peers as `::ffff:10.0.0.1`. */
function normalise(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}

/** Refuses what Elysia lets pass: a malformed percent-encoding, a repeated parameter. */
export const wellFormed = new Elysia({ name: "wellFormed" }).onTransform({ as: "scoped" }, ({ request }) => {
  checkAddress(request.url);
});

/** The longest URL accepted, host included: far beyond the longest query once encoded. */
export const MAX_URL_LENGTH = 8 * 1024;

/** Checks an address before routing. @throws {ApiError} `uri_too_long`, or `invalid_parameter` for an invalid host */
export function checkReachable({ url, headers }: Request): void {
  if (url.length > MAX_URL_LENGTH) throw new ApiError("uri_too_long", { limit: String(MAX_URL_LENGTH) });
  // Bun gives only the path, where Elysia would look for a host, and joins two hosts with a comma.
  if (url.startsWith("/") || headers.get("host")?.includes(",") === true)
    throw new ApiError("invalid_parameter", { reason: "L'en-tête Host est absent ou invalide." });
}

/** @throws {ApiError} `invalid_parameter` */
export function checkAddress(url: string): void {
  const query = queryOf(url);
  if (!isDecodable(url.slice(0, url.length - query.length)))
    throw new ApiError("invalid_parameter", { reason: "L'adresse porte un encodage « % » invalide." });
  checkQuery(query);
}

/** Returns what follows the first question mark, as sent. */
export function queryOf(url: string): string {
  const start = url.indexOf("?");
  return start === -1 ? "" : url.slice(start + 1);
}

function checkQuery(query: string): void {
  const seen = new Set<string>();
  for (const pair of query.split("&")) {
    if (pair === "") continue;
    const [rawName = "", rawValue = ""] = pair.split("=", 2);
    if (!isDecodable(rawName) || !isDecodable(rawValue)) {
      const reason = `Le paramètre « ${rawName} » porte un encodage « % » invalide : encodez la valeur en UTF-8.`;
      throw new ApiError("invalid_parameter", { reason });
    }
    const name = decodeURIComponent(rawName.replaceAll("+", " "));
    if (seen.has(name)) {
      throw new ApiError("invalid_parameter", {
        reason: `Le paramètre « ${name} » est donné plusieurs fois.`,
      });
    }
    seen.add(name);
  }
}

function isDecodable(encoded: string): boolean {
  try {
    decodeURIComponent(encoded);
    return true;
  } catch {
    return false;
  }
}
