import { Elysia } from "elysia";
import { exchangeOf } from "../http/exchange.ts";
import type { Metrics } from "./registry.ts";
import type { Traffic } from "./traffic.ts";

const MILLISECONDS = 1000;
/** The common name of every address without a route. */
const UNKNOWN_ROUTE = "unknown";

/** Counts every exchange once its answer has been sent. */
export const countedRequests = (metrics: Metrics, traffic: Traffic) =>
  new Elysia({ name: "countedRequests" }).onAfterResponse({ as: "global" }, ({ request, route }) => {
    const { status, startedAt, admission, refusal } = exchangeOf(request);
    const milliseconds = performance.now() - startedAt;
    const pattern = route || UNKNOWN_ROUTE;
    metrics.countRequest(request.method, pattern, status, milliseconds / MILLISECONDS);
    traffic.count(pattern, status, milliseconds);
    if (refusal !== null) metrics.countRefusal(refusal);
    if (admission !== null) metrics.countAdmission(admission.outcome);
  });
