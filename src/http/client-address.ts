import { type BlockList, isIP, isIPv6 } from "node:net";

/** The part of Bun's server that knows the peer of a request; null when a request did not come by network. */
export interface PeerSource {
  requestIP(request: Request): { readonly address: string } | null;
}

/** A request and the server that it came by, which are what a route knows of its client. */
export interface Arrival {
  readonly request: Request;
  readonly server: PeerSource | null;
}

/**
 * The address that a request's client is counted by; null when nobody can tell it: the request was forwarded by a
 * peer that is not trusted, or in words that can't be read.
 */
export type ClientAddress = (request: Request, server: PeerSource | null) => string | null;

/**
 * Tells the address of a request's client. `X-Forwarded-For` is read from its right end and only as far as
 * each hop is a trusted proxy: what lies further left is the client's own claim. A proxy that nobody named would
 * have its clients counted as one: they are not counted, and the operator is warned.
 * @param warn told once of each fault of the setup.
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
    // Beyond proxies alone, the first one is the client: a check of health, by one of them.
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

/** The address of a hop, which some proxies give with its port: `192.0.2.1:443`, `[2001:db8::1]:443`. */
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

/** IPv4 peers of a dual-stack socket are seen as `::ffff:10.0.0.1`. */
function normalise(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}
