import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { OperatorToken } from "../../access/admin-token.ts";
import { neverStored } from "../../http/response/hooks.ts";
import type { Metrics } from "../../metrics/registry.ts";
import { checkReadiness, type ReadinessDeps } from "./readiness.ts";

const none = t.Object({}, { additionalProperties: false });

/**
 * What a proxy polls: whether to send requests to this process. For internal machines, so not in the OpenAPI
 * document.
 */
export const readiness = (deps: ReadinessDeps) =>
  new Elysia({ name: "readiness", normalize: false, detail: { hide: true } }).get(
    "/ready",
    () => checkReadiness(deps),
    { query: none, beforeHandle: neverStored },
  );

/** The metrics of this process for Prometheus, behind the operator's token. */
export const metricsRoute = (metrics: Metrics, token: OperatorToken) =>
  new Elysia({ name: "metrics", normalize: false, detail: { hide: true } }).get(
    "/metrics",
    async ({ request, server }) => {
      token.demandBearer({ request, server });
      const body = await metrics.registry.metrics();
      return new Response(body, { headers: { "content-type": metrics.registry.contentType } });
    },
    { beforeHandle: neverStored },
  );
