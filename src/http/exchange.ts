import type { Static } from "@sinclair/typebox";
import { type AnyElysia, Elysia } from "elysia";
import type { Coverage } from "../../bofip/sources/coverage.ts";
import type { Admission } from "../../db/admission/port.ts";
import type { KeyGrant } from "../../db/keys/stored-key.ts";
import type { StoreAway } from "../../db/postgres/circuit.ts";
import type { Database } from "../../db/postgres/database.ts";
import { type CorpusState, readCorpusState } from "../../db/queries/corpus.ts";
import type { LawState } from "../../db/schema/ingestion.ts";
import { currentSpan, inSpan, onBehalfOf, type Span, type Tracing } from "../../db/tracing/span.ts";
import type { Coverage as CoverageAnswer } from "../schemas/responses.ts";
import type { ErrorName } from "./errors/catalogue.ts";
import type { SendableBody } from "./response/body.ts";

/** A body being rendered that other requests wait for. */
interface Keeping {
  keep(plain: Buffer<ArrayBuffer>, etag: string | null): SendableBody;
  /** Called when the answer has left; if its body was not cached by then, it never will be. */
  abandon(): void;
}

/** Which coverage an answer states: actualités arrive by exports only. */
export type Covered = "corpus" | "news";

/** The state of one request and its answer, from its arrival to its log line. */
export interface Exchange {
  /** Value of `X-Request-Id`. */
  readonly id: string;
  /** Milliseconds of the monotonic clock. */
  readonly startedAt: number;
  /** The accepted key. */
  grant: KeyGrant | null;
  /** Address of the client, when it is not known from the request. */
  clientAddress: string | null;
  /** The decision of the limits, once the request was counted. */
  admission: Admission | null;
  /** Whether its answer may be one that was rendered for another request: by its route, before its admission. */
  isKeepable: boolean;
  /** Why it was admitted without the store: only a kept answer may be sent; null when the store admitted it. */
  away: StoreAway | null;
  /** Catalogue name of the refusal that was sent. */
  refusal: ErrorName | null;
  /** State of the corpus of the store that the answer is read from; null before it is known. */
  corpus: CorpusState | null;
  /** Which coverage the answer states; null when it does not depend on the corpus. */
  covers: Covered | null;
  /** Its own admission before its body was read, or that of the outer request: counted, not charged yet. */
  counted: Admission | null;
  /** The form of a body that has two, by what the client accepts; null for a route that has one. */
  negotiated: "json" | "csv" | null;
  isRevalidated: boolean;
  /** The body of the answer, when it was rendered for another request. */
  keptBody: SendableBody | null;
  /** Caches the body for other requests; null = not shared. */
  keeping: Keeping | null;
  /** Whether a reader asks for it: a refusal is then rendered as a page. */
  isPage: boolean;
  cacheControl: string | null;
  /** Headers of its own on a successful answer, kept with the body. */
  ownHeaders: Readonly<Record<string, string>>;
  /** Whether the next request may get a better answer: its body is not cached. */
  isProvisional: boolean;
  /** Status of the answer, once rendered. */
  status: number;
  /** Its span; null when nothing is traced. */
  span: Span | null;
}

const exchanges = new WeakMap<Request, Exchange>();

/** Returns the exchange of a request, created on first use. */
export function exchangeOf(request: Request): Exchange {
  return exchanges.get(request) ?? open(request, crypto.randomUUID(), null);
}

/** The key and the decision of a request that a gate let through. */
export function admittedExchange(request: Request): { grant: KeyGrant; admission: Admission } {
  const { grant, admission } = exchangeOf(request);
  if (grant === null || admission === null) throw new Error("the route has no gate");
  return { grant, admission };
}

/** Opens the exchange of a request to ourselves: same id, same client; a `counted` admission replaces the minute's. */
export function openInnerExchange(
  request: Request,
  { id, clientAddress }: Exchange,
  counted: Admission | null,
): Exchange {
  const inner = open(request, id, clientAddress);
  inner.counted = counted;
  return inner;
}

function open(request: Request, id: string, clientAddress: string | null): Exchange {
  const opened: Exchange = {
    id,
    startedAt: performance.now(),
    grant: null,
    clientAddress,
    admission: null,
    isKeepable: false,
    away: null,
    refusal: null,
    corpus: null,
    covers: null,
    counted: null,
    negotiated: null,
    isRevalidated: false,
    keptBody: null,
    keeping: null,
    isPage: false,
    cacheControl: null,
    ownHeaders: {},
    isProvisional: false,
    status: 0,
    span: null,
  };
  exchanges.set(request, opened);
  return opened;
}

/** Tells an answer of words alone, meaning being away (contract, « Several machines »). */
export function tellMeaningAway(exchange: Exchange): void {
  exchange.ownHeaders = { ...exchange.ownHeaders, "x-search-degraded": "sens" };
}

/** Runs work whose engine calls carry the request's identifier; only that: following contexts costs a tenth of time. */
export function requestContext<Value>(request: Request, work: () => Value): Value {
  return onBehalfOf(exchangeOf(request).id, work);
}

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

export interface PlacingDeps {
  /** Where documents are read; may be a replica of the other. */
  readonly database: Database;
  readonly primary: Database;
}

/** `placeExchange` after the admission, for routes whose bodies are not cached. */
export const placed = (deps: PlacingDeps) =>
  new Elysia({ name: "placed" }).onBeforeHandle({ as: "scoped" }, async ({ request }) => {
    const exchange = exchangeOf(request);
    if (exchange.admission !== null) await placeExchange(deps, exchange, exchange.admission);
  });

/** Sets, before the read, which state of the corpus an answer comes from: a replica may lag behind what admits. */
export async function placeExchange(
  { database, primary }: PlacingDeps,
  exchange: Exchange,
  { corpus }: Admission,
): Promise<CorpusState> {
  exchange.corpus = database === primary ? corpus : await readCorpusState(database);
  return exchange.corpus;
}

/** The coverage that a body about the corpus contains beside its answer: the last day known to the sources. */
interface StatedCoverage {
  readonly couverture: Static<typeof CoverageAnswer>;
}

/** Answers with these statuses state the coverage: they return stored content, or did not find it. */
const TELLING = new Set([200, 304, 404]);

/** The coverage stated by an answer of that status; null when it does not depend on the sources. */
export function statedBy(exchange: Exchange, status: number): StatedCoverage | null {
  const { covers } = exchange;
  const state = stateOf(exchange);
  if (covers === null || state === null || !TELLING.has(status)) return null;
  return stated(state.coverage, covers);
}

/** Words a coverage for a body. */
export function stated(coverage: Coverage, covers: Covered): StatedCoverage {
  return { couverture: { jusqu_au: covers === "news" ? coverage.news : coverage.until } };
}

/** What `statedBy` gives, as headers, plus the last check of official addresses, which changes without the body. */
export function coverageHeaders(exchange: Exchange, status: number): Record<string, string> {
  const said = statedBy(exchange, status);
  if (said === null) return {};
  const { jusqu_au } = said.couverture;
  const surveyedAt = stateOf(exchange)?.surveyedAt ?? null;
  return {
    ...(jusqu_au === null ? {} : { "x-corpus-couverture": jusqu_au }),
    ...(surveyedAt === null ? {} : { "x-corpus-releve": surveyedAt.toISOString() }),
  };
}

/** The state of the store that the answer is read from, else of the one that admitted the request. */
function stateOf({ corpus, admission }: Exchange): CorpusState | null {
  return corpus ?? admission?.corpus ?? null;
}

/** The law held by the store that the answer is read from; null for none. */
export function lawOf(request: Request): LawState | null {
  return exchangeOf(request).corpus?.law ?? null;
}

interface Hooked {
  readonly request: Request;
}

/** Route hook: the answer has a strong ETag and honours `If-None-Match`. */
export function revalidated({ request }: Hooked): void {
  exchangeOf(request).isRevalidated = true;
}

/** Route hook: the answer is the same for everyone and may be shared for a minute. */
export function sharedForAMinute({ request }: Hooked): void {
  exchangeOf(request).cacheControl = "public, max-age=60";
}

/** Route hook: the answer is only valid now (`no-store`). */
export function neverStored({ request }: Hooked): void {
  exchangeOf(request).cacheControl = "no-store";
}

/** Route hook, before the caching ones: the answer is about actualités only, which arrive by exports. */
export function coveredByExports({ request }: Hooked): void {
  exchangeOf(request).covers = "news";
}
