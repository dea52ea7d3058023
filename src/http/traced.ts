import type { AnyElysia } from "elysia";
import { currentSpan, inSpan } from "../../db/tracing/call-context.ts";
import type { Span, Tracing } from "../../db/tracing/span.ts";
import { type Exchange, exchangeOf } from "./exchange.ts";

/**
 * Makes each request of the application a span, which everything done for it is part of. Not called when nothing is
 * traced: requests then follow no context of their own. A `traceparent` decides of the trace and of its sampling: it is
 * read from a known caller only.
 */
export function traceRequests(
  app: AnyElysia,
  tracing: Tracing,
  isCallerKnown: (request: Request) => Promise<boolean>,
): void {
  app.wrap((handle: (request: Request) => unknown) => {
    const within = (span: Span, request: Request) => {
      exchangeOf(request).span = span;
      return inSpan(span, () => handle(request));
    };
    return (request: Request) => {
      const { method, headers } = request;
      // One that the service makes to itself is a part of the request that it serves.
      const outer = currentSpan();
      if (outer !== null) return within(outer.child(method, {}), request);
      if (!headers.has("traceparent")) return within(tracing.request(method, null), request);
      // Starts the clock of the exchange.
      exchangeOf(request);
      return isCallerKnown(request).then((isKnown) =>
        within(tracing.request(method, isKnown ? headers : null), request),
      );
    };
  });
}

/** Ends the span of an answered request. @param route its pattern: an address names what was asked. */
export function endTrace({ span, status, refusal }: Exchange, method: string, route: string): void {
  if (span === null) return;
  const described = {
    "http.request.method": method,
    "http.route": route,
    "http.response.status_code": status,
    ...(refusal !== null && { "doctrine.refusal": refusal }),
  };
  span.describe(described, `${method} ${route}`);
  span.end(status >= 500 ? (refusal ?? String(status)) : undefined);
}

/** The header that gives a caller the trace of its request (https://w3c.github.io/trace-context/#traceresponse-header). */
export function traceHeader({ span }: Exchange): { traceresponse?: string } {
  const traceresponse = span?.headers["traceparent"];
  return traceresponse === undefined ? {} : { traceresponse };
}
