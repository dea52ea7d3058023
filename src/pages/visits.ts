import { Elysia } from "elysia";
import type { Visit, VisitorBudget } from "../access/visitor-budget.ts";
import { wellFormed } from "../http/address-checks.ts";
import { type ClientAddress, type PeerSource, peerAddress } from "../http/client-address.ts";
import { ApiError } from "../http/errors/api-error.ts";
import { exchangeOf } from "../http/exchange.ts";

export interface VisitDeps {
  readonly clientAddress: ClientAddress;
  readonly visitors: VisitorBudget;
}

/**
 * What all routes of pages share: refusals are rendered as pages, and no address causes more work than its budget.
 * Probes of health, statistics and status are exempt: they cost next to nothing and are never refused.
 */
export const visited = ({ clientAddress, visitors }: VisitDeps) => {
  const visits = new WeakMap<Request, Visit>();
  return new Elysia({ name: "visited" })
    .onTransform({ as: "scoped" }, ({ request, server }) => {
      exchangeOf(request).isPage = true;
      const visit = visitors.arrive(visitorAddress(clientAddress, request, server));
      if ("waitSeconds" in visit) throw refusalUntil(visit.waitSeconds);
      visits.set(request, visit);
    })
    .onAfterResponse({ as: "scoped" }, ({ request }) => {
      visits.get(request)?.leave(exchangeOf(request).status >= 500);
    })
    .use(wellFormed)
    .as("scoped");
};

/**
 * The address by which a visitor is counted: the peer's when the client's is unknown, so that nobody goes uncounted.
 */
function visitorAddress(clientAddress: ClientAddress, request: Request, server: PeerSource | null): string {
  return clientAddress(request, server) ?? peerAddress(request, server);
}

function refusalUntil(seconds: number): ApiError {
  return new ApiError("visitor_budget_spent", { wait: inWords(seconds), seconds: String(seconds) });
}

function inWords(seconds: number): string {
  if (seconds === 1) return "une seconde";
  return seconds <= 120 ? `${seconds} secondes` : `${Math.ceil(seconds / 60)} minutes`;
}
