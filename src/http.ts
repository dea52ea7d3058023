import { Elysia } from "elysia";
import type { Logger } from "pino";
import type { Admissions } from "../db/admission/queue.ts";
import { onBehalfOf } from "../db/request-id.ts";
import { ATTRIBUTION } from "./attribution.ts";
import { etagOf, isUnchanged } from "./caching.ts";
import { compressed, encodedTag, encodingFor } from "./compression.ts";
import { ApiError, errorPath, RETRY_AFTER_SECONDS } from "./errors.ts";
import { type Exchange, exchangeOf } from "./exchange.ts";
import { admit, limitHeaders, refund } from "./limits.ts";
import { isForReader, refusalPage } from "./pages/refusal.tsx";
import { refusalOf } from "./refusals.ts";
import { allowedMethods, type KnownRoute } from "./routing.ts";
import { addSecurityHeaders } from "./security-headers.ts";
import { checkReachable, queryOf } from "./well-formed.ts";

export interface HttpDeps {
  readonly admissions: Admissions;
  readonly logger: Logger;
  readonly publicUrl: () => string;
  readonly upgradeUrl: () => string;
  readonly drain: { readonly isDraining: boolean };
}

/**
 * What every exchange has in common, whatever the route: refusals in our format, the attribution, the headers,
 * conditional answers and one log line.
 */
export const http = (deps: HttpDeps, routes: () => readonly KnownRoute[]) =>
  new Elysia({ name: "http" })
    .wrap((handle) => (request: Request) => onBehalfOf(exchangeOf(request).id, () => handle(request)))
    .onRequest(({ request }) => checkReachable(request.url))
    .onError({ as: "global" }, async ({ error, code, request, path, set }) => {
      const methods = code === "NOT_FOUND" ? allowedMethods(routes(), path) : [];
      if (methods.length > 0) set.headers["allow"] = methods.join(", ");
      if (methods.length > 0 && request.method === "OPTIONS") {
        set.status = 204;
        return {};
      }
      const fault = code === "NOT_FOUND" ? unknownRoute(request.method, path, methods) : error;
      const refusal = await judge(deps, exchangeOf(request), fault);
      set.status = refusal.status;
      if (isForReader(request, code, path)) return refusalPage(refusal);
      const doc_url = `${deps.publicUrl()}${errorPath(refusal.body.error.code)}`;
      return refusal.code === "quota_exceeded"
        ? { ...refusal.body, doc_url, upgrade_url: deps.upgradeUrl() }
        : { ...refusal.body, doc_url };
    })
    .mapResponse({ as: "global" }, async ({ responseValue, request, set }) => {
      const exchange = exchangeOf(request);
      if (deps.drain.isDraining) set.headers["connection"] = "close";
      if (responseValue instanceof Response)
        return finish(deps, await compressed(responseValue, request), exchange, set.headers);
      const status = typeof set.status === "number" ? set.status : 200;
      const response = await render(deps, responseValue, status, request);
      return finish(deps, await compressed(response, request), exchange, set.headers);
    })
    .onAfterResponse({ as: "global" }, ({ request, path }) => {
      const { id, status, startedAt, grant } = exchangeOf(request);
      const durationMs = Math.round((performance.now() - startedAt) * 100) / 100;
      const query = deps.logger.isLevelEnabled("debug") ? { query: queryOf(request.url) } : {};
      deps.logger.info(
        { id, method: request.method, path, ...query, status, durationMs, key: grant?.visibleStart },
        "request",
      );
    });

/** A 404, or a 405 when the address answers other methods. */
function unknownRoute(method: string, path: string, methods: readonly string[]): ApiError {
  if (methods.length === 0) return new ApiError("unknown_route", { path });
  return new ApiError("method_not_allowed", { method, allowed: methods.join(", ") });
}

/**
 * The refusal that leaves for an error. A request refused by its parameters or its plan still counts in the
 * minute, whose own refusal comes first; a server fault is logged and gives back what it was charged.
 */
async function judge(deps: HttpDeps, exchange: Exchange, error: unknown): Promise<ApiError> {
  const refusal = refusalOf(error) ?? new ApiError("internal_error");
  if (refusal.status >= 500) {
    deps.logger.error({ id: exchange.id, err: error }, refusal.code);
    await giveBack(deps, exchange);
    return refusal;
  }
  if (refusal.status !== 400 && refusal.status !== 403) return refusal;
  try {
    await admit(deps.admissions, exchange, false);
    return refusal;
  } catch (limit) {
    return judge(deps, exchange, limit);
  }
}

/** A body with its attribution, or the 304 that spares it. */
async function render(deps: HttpDeps, value: unknown, status: number, request: Request): Promise<Response> {
  const exchange = exchangeOf(request);
  if (status === 204) return new Response(null, { status });
  const body = JSON.stringify({ ...(value as object), source: ATTRIBUTION });
  const headers = new Headers({ "content-type": "application/json; charset=utf-8" });
  const retryAfter = RETRY_AFTER_SECONDS[status];
  if (retryAfter !== undefined) headers.set("retry-after", String(retryAfter));
  if (status !== 200 || !exchange.isRevalidated) return new Response(body, { status, headers });
  const etag = etagOf(body);
  headers.set("etag", etag);
  if (!isUnchanged(request.headers.get("if-none-match"), etag))
    return new Response(body, { status, headers });
  headers.delete("content-type");
  headers.set("etag", encodedTag(etag, encodingFor(request, Buffer.byteLength(body))));
  await giveBack(deps, exchange);
  return new Response(null, { status: 304, headers });
}

function finish(
  deps: HttpDeps,
  response: Response,
  exchange: Exchange,
  extra: Record<string, unknown>,
): Response {
  exchange.status = response.status;
  const { headers } = response;
  headers.set("x-request-id", exchange.id);
  addSecurityHeaders(headers, deps.publicUrl());
  for (const name of ["allow", "connection", "www-authenticate"]) {
    const value = extra[name];
    if (typeof value === "string") headers.set(name, value);
  }
  if (exchange.admission !== null) {
    for (const [name, value] of Object.entries(limitHeaders(exchange.admission))) headers.set(name, value);
  }
  if (!headers.has("cache-control")) headers.set("cache-control", cacheControlOf(exchange, response.status));
  return response;
}

function cacheControlOf({ cacheControl, grant }: Exchange, status: number): string {
  const isCacheable = status === 200 || status === 304;
  if (grant !== null) return "private";
  return isCacheable ? (cacheControl ?? "no-store") : "no-store";
}

/** A failed refund costs the caller one unit and must not cost it its answer. */
async function giveBack(deps: HttpDeps, exchange: Exchange): Promise<void> {
  try {
    await refund(deps.admissions, exchange);
  } catch (error) {
    deps.logger.warn({ id: exchange.id, err: error }, "refund failed");
  }
}
