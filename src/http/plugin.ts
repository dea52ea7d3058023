import { Elysia } from "elysia";
import type { Logger } from "pino";
import { type Admission, type Admissions, RequestAborted } from "../../db/admission/port.ts";
import { StoreAway } from "../../db/postgres/circuit.ts";
import type { Database } from "../../db/postgres/database.ts";
import { admit, limitHeaders, refund } from "../access/rate-limit.ts";
import { withDocumentNamed } from "../features/resolution/service.ts";
import type { DamageSightings } from "../operator/damage-sightings.ts";
import { isForReader, refusalPage } from "../pages/layout.tsx";
import { givenAsIdentifier, refusalOf } from "../schemas/validation-errors.ts";
import { ATTRIBUTION } from "./attribution.ts";
import { checkReachable, queryOf } from "./connections.ts";
import { ApiError } from "./errors/api-error.ts";
import { errorPath } from "./errors/catalogue.ts";
import { retryAfterHeader } from "./errors/statuses.ts";
import { coverageHeaders, type Exchange, exchangeOf, statedBy, traceHeader } from "./exchange.ts";
import { FaultLog } from "./fault-log.ts";
import { discardBody } from "./json-body.ts";
import {
  compressed,
  encodedTag,
  encodingFor,
  etagOf,
  isUnchanged,
  RenderedAnswer,
  RenderedBody,
  type SendableBody,
  sendable,
} from "./response/body.ts";
import { ALREADY_RENDERED } from "./response/kept-bodies.ts";

/** The status that proxies log; nobody reads this answer. */
const CLIENT_LEFT = 499;

export interface HttpDeps {
  readonly admissions: Admissions;
  readonly logger: Logger;
  readonly publicUrl: () => string;
  readonly upgradeUrl: () => string;
  readonly drain: { readonly isDraining: boolean };
  readonly sightings: DamageSightings;
  readonly database: Database;
  /** Renders a refusal in another layout; null = the layout of every page. */
  readonly framedRefusal?: (request: Request, refusal: ApiError) => Promise<Response | null>;
}

/** What all exchanges share: refusals, the attribution, the headers, conditional answers and one log line. */
export const http = (deps: HttpDeps, routes: () => readonly KnownRoute[]) => {
  const faults = new FaultLog(deps.logger);
  return new Elysia({ name: "http" })
    .onRequest(({ request }) => {
      // Starts the clock of the exchange.
      exchangeOf(request);
      checkReachable(request);
    })
    .onError({ as: "global" }, async ({ error, code, request, path, set }) => {
      const methods = code === "NOT_FOUND" ? allowedMethods(routes(), path) : [];
      if (methods.length > 0) set.headers["allow"] = methods.join(", ");
      if (methods.length > 0 && request.method === "OPTIONS") {
        set.status = 204;
        return {};
      }
      if (error instanceof RequestAborted) {
        set.status = CLIENT_LEFT;
        return {};
      }
      const fault = code === "NOT_FOUND" ? unknownRoute(request.method, path, methods) : error;
      const refusal = await judge({ ...deps, faults }, exchangeOf(request), fault);
      exchangeOf(request).refusal = refusal.code;
      set.status = refusal.status;
      Object.assign(set.headers, refusal.headers);
      if (isForReader(request, code, path)) {
        const page = (await deps.framedRefusal?.(request, refusal)) ?? refusalPage(refusal);
        // The answer for an unknown route does not pass through `mapResponse`.
        return finish(deps, page, exchangeOf(request), set.headers);
      }
      const doc_url = `${deps.publicUrl()}${errorPath(refusal.entry.code)}`;
      return refusal.code === "quota_exceeded"
        ? { ...refusal.body, doc_url, upgrade_url: deps.upgradeUrl() }
        : { ...refusal.body, doc_url };
    })
    .mapResponse({ as: "global" }, async ({ responseValue, request, set }) => {
      const exchange = exchangeOf(request);
      if (request.method !== "GET" && request.method !== "HEAD") await discardBody(request);
      if (deps.drain.isDraining) set.headers["connection"] = "close";
      if (responseValue instanceof Response && responseValue !== ALREADY_RENDERED)
        return finish(deps, await compressed(responseValue, request), exchange, set.headers);
      if (responseValue instanceof RenderedAnswer)
        return send(deps, responseValue, 200, request, set.headers);
      const status = typeof set.status === "number" ? set.status : 200;
      return renderJson(deps, responseValue, status, request, set.headers);
    })
    .onAfterResponse({ as: "global" }, ({ request, path }) => {
      const { id, status, startedAt, grant, keeping } = exchangeOf(request);
      keeping?.abandon();
      const durationMs = Math.round((performance.now() - startedAt) * 100) / 100;
      const query = deps.logger.isLevelEnabled("debug") ? { query: queryOf(request.url) } : {};
      deps.logger.info(
        { id, method: request.method, path, ...query, status, durationMs, key: grant?.visibleStart },
        "request",
      );
    });
};

/** A 404, or a 405 when the address answers other methods. */
function unknownRoute(method: string, path: string, methods: readonly string[]): ApiError {
  if (methods.length === 0) return new ApiError("unknown_route", { path });
  return new ApiError("method_not_allowed", { method, allowed: methods.join(", ") });
}

/** An error's refusal. One for parameters or plan counts against the minute; a server fault is logged and refunded. */
async function judge(
  deps: HttpDeps & { readonly faults: FaultLog },
  exchange: Exchange,
  error: unknown,
): Promise<ApiError> {
  const refusal = refusalOf(error) ?? new ApiError("internal_error");
  if (refusal.status >= 500) {
    deps.sightings.note(error);
    deps.faults.tell(exchange.id, error, refusal);
    await giveBack(deps, exchange);
    return refusal;
  }
  const isCounted = refusal.status === 400 || refusal.status === 403 || exchange.counted !== null;
  if (!isCounted) return refusal;
  try {
    await admit(deps.admissions, exchange, false);
    return await withDocumentNamed(deps.database, refusal, givenAsIdentifier(error));
  } catch (limit) {
    return judge(deps, exchange, limit);
  }
}

/** An answer's body with its attribution and coverage: from the cache, or new, then cached if possible. */
function bodyOf(exchange: Exchange, value: unknown, status: number): SendableBody {
  const { keptBody, keeping, isRevalidated, ownHeaders } = exchange;
  if (value === ALREADY_RENDERED && keptBody !== null) return keptBody;
  const stated = { ...statedBy(exchange, status), source: ATTRIBUTION };
  const plain = Buffer.from(JSON.stringify({ ...(value as object), ...stated }));
  if (status !== 200) return new RenderedBody(plain, null);
  const etag = isRevalidated ? etagOf(plain) : null;
  return keeping?.keep(plain, etag) ?? new RenderedBody(plain, etag, ownHeaders);
}

/** Serialises a value as JSON with its attribution; an empty body for a status without one. */
async function renderJson(
  deps: HttpDeps,
  value: unknown,
  status: number,
  request: Request,
  extra: Record<string, unknown>,
): Promise<Response> {
  const exchange = exchangeOf(request);
  if (status === 204)
    return new Response(null, { status, headers: commonHeaders(deps, exchange, status, extra) });
  const isCsv = status === 200 && exchange.negotiated === "csv";
  const headers = { "content-type": isCsv ? "text/csv; charset=utf-8" : "application/json; charset=utf-8" };
  const answer = new RenderedAnswer(bodyOf(exchange, value, status), headers);
  return send(deps, answer, status, request, extra);
}

/** Sends an answer in the client's preferred encoding, or a 304 instead. */
async function send(
  deps: HttpDeps,
  { body, headers: own }: RenderedAnswer,
  status: number,
  request: Request,
  extra: Record<string, unknown>,
): Promise<Response> {
  const exchange = exchangeOf(request);
  const encoding = encodingFor(request, body.plain.byteLength);
  const vary = exchange.negotiated === null ? "accept-encoding" : "accept, accept-encoding";
  const headers: Record<string, string> = { vary, ...body.headers };
  if (body.etag !== null) {
    headers["etag"] = encodedTag(body.etag, encoding);
    if (isUnchanged(request, { etag: body.etag, modified: own["last-modified"] ?? null })) {
      await giveBack(deps, exchange);
      const { "content-type": _, ...kept } = own;
      const all = { ...commonHeaders(deps, exchange, 304, extra), ...headers, ...kept };
      return new Response(null, { status: 304, headers: all });
    }
  }
  if (encoding !== null) headers["content-encoding"] = encoding;
  const bytes = await body.in(encoding);
  const all = { ...commonHeaders(deps, exchange, status, extra), ...headers, ...own };
  return new Response(sendable(bytes), { status, headers: all });
}

/** Completes a response made by its route with the headers it lacks. */
function finish(
  deps: HttpDeps,
  response: Response,
  exchange: Exchange,
  extra: Record<string, unknown>,
): Response {
  const { headers, status } = response;
  for (const [name, value] of Object.entries(commonHeaders(deps, exchange, status, extra))) {
    if (!headers.has(name)) headers.set(name, value);
  }
  return response;
}

function commonHeaders(
  deps: HttpDeps,
  exchange: Exchange,
  status: number,
  extra: Record<string, unknown>,
): Record<string, string> {
  exchange.status = status;
  const headers: Record<string, string> = {
    ...securityHeaders(deps.publicUrl()),
    "x-request-id": exchange.id,
    "cache-control": cacheControlOf(exchange, status),
    ...(status >= 400 && retryAfterHeader(status)),
    ...traceHeader(exchange),
  };
  for (const name of ["allow", "connection", "www-authenticate", "retry-after"]) {
    const value = extra[name];
    if (typeof value === "string") headers[name] = value;
  }
  Object.assign(headers, coverageHeaders(exchange, status));
  return exchange.admission === null
    ? headers
    : Object.assign(headers, limitHeaders(exchange.admission), revisionHeader(exchange, exchange.admission));
}

/** Two answers with the same value come from the same state of the corpus. */
function revisionHeader(exchange: Exchange, admission: Admission): { "x-corpus-revision": string } {
  return { "x-corpus-revision": String((exchange.corpus ?? admission.corpus).revision) };
}

function cacheControlOf({ cacheControl, grant, isProvisional }: Exchange, status: number): string {
  if (isProvisional) return "no-store";
  const isCacheable = status === 200 || status === 304;
  if (grant !== null) return "private";
  return isCacheable ? (cacheControl ?? "no-store") : "no-store";
}

/** Never throws: a failed refund costs the caller one unit, and must not cost it its answer. */
async function giveBack(deps: HttpDeps, exchange: Exchange): Promise<void> {
  try {
    await refund(deps.admissions, exchange);
  } catch (error) {
    if (!(error instanceof StoreAway)) deps.logger.warn({ id: exchange.id, err: error }, "refund failed");
  }
}

/**
 * The API is not for browsers (docs/decisions.md, « Everywhere »: no CORS header): nothing in an answer opened in one
 * runs, loads, is framed, sniffed as another type or given to another site. A page's own policy stays.
 */
const SECURITY_HEADERS = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
} as const;

/** A year; without `includeSubDomains`, because the subdomains are not ours. */
const TRANSPORT_SECURITY = "max-age=31536000";

const OVER_TLS = { ...SECURITY_HEADERS, "strict-transport-security": TRANSPORT_SECURITY } as const;

/** @param publicUrl in `https:`, HSTS is sent. */
export function securityHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return publicUrl.startsWith("https:") ? OVER_TLS : SECURITY_HEADERS;
}

interface KnownRoute {
  readonly method: string;
  readonly path: string;
}

/** An address's methods, for `Allow`: HEAD with GET (RFC 9110, 9.3.2), a trailing slash or not; none when unknown. */
export function allowedMethods(routes: readonly KnownRoute[], path: string): string[] {
  const found = new Set(routes.filter((route) => matches(route.path, path)).map((route) => route.method));
  if (found.size === 0) return [];
  if (found.has("GET")) found.add("HEAD");
  return [...found.add("OPTIONS")].sort();
}

function matches(pattern: string, path: string): boolean {
  const expected = segmentsOf(pattern);
  const actual = segmentsOf(path);
  if (expected.at(-1) === "*") {
    return expected.slice(0, -1).every((segment, index) => fits(segment, actual[index]));
  }
  return (
    expected.length === actual.length && expected.every((segment, index) => fits(segment, actual[index]))
  );
}

function segmentsOf(path: string): string[] {
  return path.replace(/\/$/, "").split("/");
}

function fits(expected: string, actual: string | undefined): boolean {
  return expected.startsWith(":") ? actual !== undefined && actual !== "" : expected === actual;
}
