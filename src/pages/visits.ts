import { Elysia } from "elysia";
import { TooManyVisits } from "../access/visit-turns.ts";
import type { VisitorBudget } from "../access/visitor-budget.ts";
import { type ClientAddress, type PeerSource, peerAddress, wellFormed } from "../http/connections.ts";
import { ApiError } from "../http/errors/api-error.ts";
import { exchangeOf } from "../http/exchange.ts";
import { readForm } from "../sessions/forms.tsx";

export interface VisitDeps {
  readonly clientAddress: ClientAddress;
  readonly visitors: VisitorBudget;
}

/** When to come back after a refusal for the number of visits: those that wait have had their turn. */
const TURNS_SECONDS = "5";

/**
 * What all routes of pages share: refusals are rendered as pages, visits are worked on a few at a time, and no address
 * causes more work than its budget, which waiting does not spend. Probes of health, statistics and status are exempt:
 * they cost next to nothing and are never refused.
 */
export const visited = (deps: VisitDeps) => countedVisits(deps, "visited", true);

/** `visited` for public files that programs read: refusals are those of the API. */
export const visitedByPrograms = (deps: VisitDeps) => countedVisits(deps, "visitedByPrograms", false);

function countedVisits({ clientAddress, visitors }: VisitDeps, name: string, isPage: boolean) {
  const ends = new WeakMap<Request, (isFree: boolean) => void>();
  return new Elysia({ name })
    .onTransform({ as: "scoped" }, async ({ request, server }) => {
      exchangeOf(request).isPage = isPage;
      const address = visitorAddress(clientAddress, request, server);
      const waitSeconds = visitors.waitOf(address);
      if (waitSeconds > 0) throw refusalUntil(waitSeconds);
      // A turn is for work: it does not wait for a visitor's form.
      if (request.method === "POST") await readForm(request);
      const endTurn = await visitors.turns.take(address, request.signal).catch(refuseVisit);
      const visit = visitors.arrive(address);
      if ("waitSeconds" in visit) {
        endTurn();
        throw refusalUntil(visit.waitSeconds);
      }
      ends.set(request, (isFree) => {
        visit.leave(isFree);
        endTurn();
      });
    })
    .onAfterResponse({ as: "scoped" }, ({ request }) => {
      ends.get(request)?.(exchangeOf(request).status >= 500);
    })
    .use(wellFormed)
    .as("scoped");
}

function refuseVisit(reason: unknown): never {
  throw reason instanceof TooManyVisits
    ? new ApiError("too_many_visits", { seconds: TURNS_SECONDS })
    : reason;
}

/** The address by which a visitor is counted: the peer's when the client's is unknown, so that nobody is uncounted. */
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
