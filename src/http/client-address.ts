import { type BlockList, isIP, isIPv6 } from "node:net";
import { Elysia } from "elysia";
import { ApiError } from "./errors/api-error.ts";

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
