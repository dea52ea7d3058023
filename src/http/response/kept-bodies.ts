import { Elysia } from "elysia";
import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";
import { parisDay } from "../../../bofip/days/days.ts";
import { exchangeOf, type PlacingDeps, placeExchange } from "../exchange.ts";
import { etagOf, RenderedBody, type SendableBody } from "./body.ts";

/**
 * 64 MB, as much as for the pages: the answers of two thousand ordinary documents, which is more than what is
 * requested in a day, for a fifth of what a whole corpus would take.
 */
const MAX_BYTES = 64_000_000;
/** Overhead of an entry besides its bytes. */
const ENTRY_BYTES = 500;

interface Kept {
  readonly body: RenderedBody;
  readonly revision: number;
  readonly bytes: number;
}

/**
 * Caches the most recently requested bodies, each with the revision of the corpus that it was rendered from: a
 * request gets one only when that is the revision that its admission saw. The statement that admits a request returns
 * the revision, so that a change is seen by the first request admitted after it, in every process, without a separate
 * read.
 */
export class BodyCache {
  private readonly kept: LRUCache<string, Kept>;

  constructor(
    private readonly onLookup: (isHit: boolean) => void = () => {},
    private readonly maxBytes = MAX_BYTES,
    nowMs: () => number = () => performance.now(),
  ) {
    this.kept = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ bytes }) => bytes,
      ttlResolution: 0,
      perf: { now: nowMs },
    });
  }

  /** The body of that revision, unless it has expired, or null. */
  find(key: string, revision: number): RenderedBody | null {
    const kept = this.kept.get(key);
    const isHit = kept?.revision === revision;
    this.onLookup(isHit);
    return isHit ? kept.body : null;
  }

  /**
   * Caches a body in place of the one of another revision, unless it would evict too many others.
   * @param lifetimeMs how long at most; until the revision changes by default.
   * @param headers sent with it.
   */
  keep(
    key: string,
    revision: number,
    plain: Buffer<ArrayBuffer>,
    etag: string | null,
    lifetimeMs: number | undefined = undefined,
    headers: Readonly<Record<string, string>> = {},
  ): RenderedBody {
    const body = new RenderedBody(plain, etag, headers, (bytes) => this.grow(key, body, bytes));
    this.kept.delete(key);
    if (plain.byteLength > this.maxBytes / 10) return body;
    const bytes = plain.byteLength + key.length * 2 + ENTRY_BYTES;
    this.kept.set(key, { body, revision, bytes }, lifetimeMs === undefined ? {} : { ttl: lifetimeMs });
    return body;
  }

  private grow(key: string, body: RenderedBody, bytes: number): void {
    const kept = this.kept.peek(key);
    if (kept?.body !== body) return;
    this.kept.set(key, { ...kept, bytes: kept.bytes + bytes }, { noUpdateTTL: true });
  }
}

/**
 * A bounded cache whose entries live for a fixed time; when it is full, the least recently used entry is evicted.
 * Concurrent requests for a key share one load; a failed one is not cached.
 */
export class TimedCache<Key extends NonNullable<unknown>, Value> {
  private readonly loads: LRUCache<Key, Promise<Value>>;

  constructor(
    private readonly lifetimeMs: number,
    maxEntries: number,
    nowMs: () => number = () => performance.now(),
    private readonly onLookup: (isHit: boolean) => void = () => {},
  ) {
    this.loads = new LRUCache({ max: maxEntries, ttl: lifetimeMs, ttlResolution: 0, perf: { now: nowMs } });
  }

  async get(key: Key, load: () => Promise<Value>): Promise<Value> {
    // lru-cache takes a lifetime of 0 as endless.
    const kept = this.lifetimeMs > 0 ? this.loads.get(key) : undefined;
    this.onLookup(kept !== undefined);
    if (kept !== undefined) return kept;
    const value = load();
    this.loads.set(key, value);
    value.catch(() => {
      if (this.loads.peek(key) === value) this.loads.delete(key);
    });
    return value;
  }

  forget(key: Key): void {
    this.loads.delete(key);
  }
}

/**
 * Shares the outcome of a load among all callers within `lifetimeMs`: for expensive reads that anyone may request
 * without a key.
 */
export function shared<Value>(lifetimeMs: number, load: () => Promise<Value>): () => Promise<Value> {
  const cache = new TimedCache<"only", Value>(lifetimeMs, 1);
  return () => cache.get("only", load);
}

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
 * `keptByRevision`, for a minute at most, for routes whose answers come from a search engine: its indexes raise the revision as they follow the
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
