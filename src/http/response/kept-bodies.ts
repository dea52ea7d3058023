import { Elysia } from "elysia";
import Negotiator from "negotiator";
import { parisDay } from "../../../bofip/days/days.ts";
import { exchangeOf, type PlacingDeps, placeExchange } from "../exchange.ts";
import { etagOf, RenderedBody } from "./body.ts";
import type { BodyCache } from "./body-cache.ts";
import type { SendableBody } from "./compression.ts";

interface KeepingDeps extends PlacingDeps {
  readonly bodies: BodyCache;
  readonly clock: () => Date;
}

/**
 * After the admission, returns the body rendered, or being rendered, for another request with the same parameters and
 * the same revision of the corpus; otherwise has this request's own body cached. While the store is away, an answer that
 * is not in memory is refused. For routes whose answers depend only
 * on their parsed parameters, the relational store and the day in Paris.
 */
export const keptByRevision = (deps: KeepingDeps) => kept("keptByRevision", deps, undefined);

/**
 * The same for routes whose answers come from a search engine: its indexes raise the revision as they follow the
 * corpus, but an operator may tune them in the engine's own dashboard, and sees the effect within a minute.
 */
export const keptForAMinute = (deps: KeepingDeps) => kept("keptForAMinute", deps, MINUTE_MS);

const MINUTE_MS = 60_000;

const kept = (name: string, deps: KeepingDeps, lifetimeMs: number | undefined) => {
  const { bodies, clock } = deps;
  const underWay = new UnderWay<RenderedBody>();
  const announced = new Elysia({ name }).onTransform({ as: "scoped" }, ({ request }) => {
    exchangeOf(request).isKeepable = true;
  });
  return announced.onBeforeHandle(
    { as: "scoped" },
    async ({ request, route, params, query, body }): Promise<unknown> => {
      const exchange = exchangeOf(request);
      const { admission } = exchange;
      if (admission === null) return undefined;
      const asked = [parisDay(clock()), params, Object.entries(query).sort(), body, exchange.negotiated];
      const key = route + JSON.stringify(asked);
      exchange.keptBody = bodies.find(key, admission.corpus.revision);
      if (exchange.keptBody !== null) {
        exchange.away?.countAnswerFromMemory();
        return ALREADY_RENDERED;
      }
      if (exchange.away !== null) throw exchange.away;
      const { revision } = await placeExchange(deps, exchange, admission);
      const rendering = `${revision} ${key}`;
      const awaited = underWay.find(rendering);
      if (awaited !== undefined) {
        exchange.keptBody = await awaited;
        if (exchange.keptBody !== null) return ALREADY_RENDERED;
      }
      const end = underWay.begin(rendering);
      exchange.keeping = {
        keep(plain, etag) {
          const { ownHeaders, isProvisional } = exchange;
          const body = isProvisional
            ? new RenderedBody(plain, etag, ownHeaders)
            : bodies.keep(key, revision, plain, etag, lifetimeMs, ownHeaders);
          end(body);
          return body;
        },
        abandon: () => end(null),
      };
      return undefined;
    },
  );
};

/** Replaces an exchange's cached body where Elysia would validate the answer against its schema again. */
export const ALREADY_RENDERED = new Response();

/**
 * The bodies being rendered: concurrent requests for one wait for it. When an ingestion invalidates every cached
 * body, each costs one rendering, however many ask.
 */
class UnderWay<Body extends SendableBody> {
  private readonly bodies = new Map<string, Promise<Body | null>>();

  /** Resolves to the body being rendered, or null when its rendering fails; undefined when none is in progress. */
  find(rendering: string): Promise<Body | null> | undefined {
    return this.bodies.get(rendering);
  }

  /**
   * Announces a body. Returns the callback for its end: called with null when it fails, after which each waiter
   * renders its own.
   */
  begin(rendering: string): (body: Body | null) => void {
    const { promise, resolve } = Promise.withResolvers<Body | null>();
    this.bodies.set(rendering, promise);
    return (body) => {
      if (this.bodies.get(rendering) === promise) this.bodies.delete(rendering);
      resolve(body);
    };
  }
}

/** Route hook, on transform, before the caching ones: the answer is CSV for who prefers it to JSON. */
export function asCsvToo({ request }: { readonly request: Request }): void {
  const negotiator = new Negotiator({ headers: { accept: request.headers.get("accept") ?? "*/*" } });
  const chosen = negotiator.mediaType(["application/json", "text/csv"]);
  exchangeOf(request).negotiated = chosen === "text/csv" ? "csv" : "json";
}

export function isCsvPreferred(request: Request): boolean {
  return exchangeOf(request).negotiated === "csv";
}

/** Has a CSV sent as the body of the answer, cached like another. */
export function answerCsv(request: Request, csv: string): Response {
  const exchange = exchangeOf(request);
  const plain = Buffer.from(csv);
  const etag = etagOf(plain);
  exchange.keptBody = exchange.keeping?.keep(plain, etag) ?? new RenderedBody(plain, etag);
  return ALREADY_RENDERED;
}
