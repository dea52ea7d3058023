import { LRUCache } from "lru-cache";
import { RenderedBody } from "./body.ts";

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
