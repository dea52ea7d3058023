import { RenderedBody } from "./body.ts";

/**
 * 64 MB, as much as the pages': the answers of two thousand ordinary documents, which is more than what is asked for
 * in a day, for a fifth of what a whole corpus would take.
 */
const MAX_BYTES = 64_000_000;
/** What an entry takes beside its bytes. */
const ENTRY_BYTES = 500;

interface Kept {
  readonly body: RenderedBody;
  readonly revision: number;
  /** By the cache's clock. */
  readonly expiresAt: number;
  bytes: number;
}

/**
 * The bodies last asked for, each with the revision of the corpus that it was rendered from: a request is given one
 * only when that is the revision that its admission saw. The statement that admits a request tells it, so that a
 * change is seen by the first request admitted after it, in every process, without a read of its own.
 */
export class BodyCache {
  private readonly kept = new Map<string, Kept>();
  private bytes = 0;

  constructor(
    private readonly onLookup: (isHit: boolean) => void = () => {},
    private readonly maxBytes = MAX_BYTES,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** The body of that revision, if its time is not over, or null. */
  find(key: string, revision: number): RenderedBody | null {
    const kept = this.kept.get(key);
    const isHit = kept !== undefined && kept.revision === revision && kept.expiresAt > this.nowMs();
    this.onLookup(isHit);
    if (!isHit) return null;
    // The oldest entry of a map is the first one: what is asked for becomes the last.
    this.kept.delete(key);
    this.kept.set(key, kept);
    return kept.body;
  }

  /**
   * Keeps a body in place of the one of another revision, unless it would take the place of too many others.
   * @param lifetimeMs how long at most.
   */
  keep(
    key: string,
    revision: number,
    plain: Buffer<ArrayBuffer>,
    etag: string | null,
    lifetimeMs = Number.POSITIVE_INFINITY,
  ): RenderedBody {
    const body = new RenderedBody(plain, etag, (bytes) => this.grow(key, body, bytes));
    this.drop(key);
    if (plain.byteLength > this.maxBytes / 10) return body;
    this.kept.set(key, { body, revision, expiresAt: this.nowMs() + lifetimeMs, bytes: 0 });
    this.grow(key, body, plain.byteLength + key.length * 2 + ENTRY_BYTES);
    return body;
  }

  private grow(key: string, body: RenderedBody, bytes: number): void {
    const kept = this.kept.get(key);
    if (kept?.body !== body) return;
    kept.bytes += bytes;
    this.bytes += bytes;
    for (const oldest of this.kept.keys()) {
      if (this.bytes <= this.maxBytes) return;
      this.drop(oldest);
    }
  }

  private drop(key: string): void {
    this.bytes -= this.kept.get(key)?.bytes ?? 0;
    this.kept.delete(key);
  }
}
