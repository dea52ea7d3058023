import { Elysia } from "elysia";
import { exchangeOf } from "../http/exchange.ts";
import type { Metrics } from "./registry.ts";

const MILLISECONDS = 1000;
/** Every address that no route answers, under one name. */
const UNKNOWN_ROUTE = "unknown";

/** Counts every exchange once its answer has left. */
export const countedRequests = (metrics: Metrics) =>
  new Elysia({ name: "countedRequests" }).onAfterResponse({ as: "global" }, ({ request, route }) => {
    const { status, startedAt, admission } = exchangeOf(request);
    const seconds = (performance.now() - startedAt) / MILLISECONDS;
    metrics.countRequest(request.method, route || UNKNOWN_ROUTE, status, seconds);
    if (admission !== null) metrics.countAdmission(admission.outcome);
  });
