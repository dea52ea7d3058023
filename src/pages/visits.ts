import { Elysia } from "elysia";
import { AttemptLimiter } from "../access/attempt-limiter.ts";
import { wellFormed } from "../http/address-checks.ts";
import { type ClientAddress, type PeerSource, peerAddress } from "../http/client-address.ts";
import { ApiError } from "../http/errors/api-error.ts";
import { exchangeOf } from "../http/exchange.ts";

/**
 * Pages that one address may ask for in a clock minute: more than all the readers behind one address ask for, and
 * no more than half of what a processor renders.
 */
export const MAX_PAGES_A_MINUTE = 6_000;

export interface VisitDeps {
  readonly clientAddress: ClientAddress;
  readonly clock: () => Date;
}

/** Address that a visitor is counted by: when nobody can tell it, that of the peer, so that nobody goes uncounted. */
export function visitorAddress(
  clientAddress: ClientAddress,
  request: Request,
  server: PeerSource | null,
): string {
  return clientAddress(request, server) ?? peerAddress(request, server);
}

/** What every page's route has in common: refusals leave as pages, and no address takes too many. */
export const visited = ({ clientAddress, clock }: VisitDeps) => {
  const limiter = new AttemptLimiter(MAX_PAGES_A_MINUTE, () => clock().getTime());
  return new Elysia({ name: "visited" })
    .onTransform({ as: "scoped" }, ({ request, server }) => {
      exchangeOf(request).isPage = true;
      const address = visitorAddress(clientAddress, request, server);
      if (limiter.isBlocked(address))
        throw new ApiError("rate_limited", { limit: String(MAX_PAGES_A_MINUTE) });
      limiter.record(address);
    })
    .use(wellFormed)
    .as("scoped");
};
