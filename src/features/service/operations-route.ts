import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { withTimeout } from "../../../db/engine/retry.ts";
import { type Database, pingStore } from "../../../db/postgres/database.ts";
import type { OperatorToken } from "../../access/admin-token.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import { neverStored } from "../../http/exchange.ts";
import type { Metrics } from "../../metrics/registry.ts";

const none = t.Object({}, { additionalProperties: false });

/** What a proxy polls: whether to send requests to this process. For internal machines, not in the OpenAPI document. */
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

interface ReadinessDeps {
  readonly database: Database;
  readonly drain: { readonly isDraining: boolean };
}

const TIME_LIMIT_MS = 2000;

/** Whether its store answers and it is not about to stop, whatever its index. @throws {ApiError} `not_ready` */
export async function checkReadiness({ database, drain }: ReadinessDeps): Promise<{ status: "ready" }> {
  if (drain.isDraining) throw new ApiError("not_ready", { reason: "ce processus s'arrête" });
  const isAnswering = await withTimeout(TIME_LIMIT_MS, pingStore(database)).then(
    () => true,
    () => false,
  );
  if (!isAnswering) throw new ApiError("not_ready", { reason: "la base relationnelle ne répond pas" });
  return { status: "ready" };
}
