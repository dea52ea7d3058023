import { type BlockList, isIP } from "node:net";

/** The part of Bun's server that knows the peer of a request; null when a request did not come by network. */
export interface PeerSource {
  requestIP(request: Request): { readonly address: string } | null;
}

/** A request and the server that it came by, which are what a route knows of its client. */
export interface Arrival {
  readonly request: Request;
  readonly server: PeerSource | null;
}

export type ClientAddress = (request: Request, server: PeerSource | null) => string;

/**
 * Tells the address of a request's client. `X-Forwarded-For` is read from its right end and only as far as
 * each hop is a trusted proxy: what lies further left is the client's own claim.
 */
export function clientAddressBehind(trustedProxies: BlockList): ClientAddress {
  return (request, server) => {
    let address = normalise(server?.requestIP(request)?.address ?? "local");
    const hops = (request.headers.get("x-forwarded-for") ?? "")
      .split(",")
      .map((hop) => normalise(hop.trim()));
    while (isTrusted(trustedProxies, address)) {
      const hop = hops.pop();
      if (hop === undefined || isIP(hop) === 0) break;
      address = hop;
    }
    return address;
  };
}

function isTrusted(proxies: BlockList, address: string): boolean {
  const version = isIP(address);
  return version !== 0 && proxies.check(address, version === 4 ? "ipv4" : "ipv6");
}

/** IPv4 peers of a dual-stack socket are seen as `::ffff:10.0.0.1`. */
function normalise(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}
