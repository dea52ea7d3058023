import { Elysia } from "elysia";
import { parisDay } from "../../../bofip/days/paris-day.ts";
import { exchangeOf } from "../exchange.ts";
import { type PlacingDeps, placeExchange } from "../placing.ts";
import type { RenderedBody } from "./body.ts";
import type { BodyCache } from "./body-cache.ts";
import { UnderWay } from "./under-way.ts";

export interface KeepingDeps extends PlacingDeps {
  readonly bodies: BodyCache;
  readonly clock: () => Date;
}

/**
 * After the admission, gives the body that was rendered for another request with the same parameters, from the
 * revision of the corpus that this one was admitted at, be it under way; else has its own body kept. For routes whose answers depend
 * on nothing but their parameters, once read, the relational store and the day in Paris.
 */
export const keptByRevision = (deps: KeepingDeps) => kept("keptByRevision", deps, undefined);

/**
 * The same for routes whose answers come from a search engine: its indexes raise the revision as they follow the
 * corpus, but an operator may tune them in their own dashboard, and sees it a minute later at most.
 */
export const keptForAMinute = (deps: KeepingDeps) => kept("keptForAMinute", deps, MINUTE_MS);

const MINUTE_MS = 60_000;

const kept = (name: string, deps: KeepingDeps, lifetimeMs: number | undefined) => {
  const { bodies, clock } = deps;
  const underWay = new UnderWay<RenderedBody>();
  return new Elysia({ name }).onBeforeHandle(
    { as: "scoped" },
    async ({ request, route, params, query, body }): Promise<unknown> => {
      const exchange = exchangeOf(request);
      const { admission } = exchange;
      if (admission === null) return undefined;
      const key = route + JSON.stringify([parisDay(clock()), params, Object.entries(query).sort(), body]);
      exchange.keptBody = bodies.find(key, admission.corpus.revision);
      if (exchange.keptBody !== null) return ALREADY_RENDERED;
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
          const body = bodies.keep(key, revision, plain, etag, lifetimeMs);
          end(body);
          return body;
        },
        abandon: () => end(null),
      };
      return undefined;
    },
  );
};

/** Stands for an exchange's kept body where Elysia would judge an answer against its schema once more. */
export const ALREADY_RENDERED = new Response();
