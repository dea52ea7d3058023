import type { RenderedBody } from "../http/response/body.ts";
import type { BodyCache } from "../http/response/body-cache.ts";

/**
 * Caches the pages of the corpus: each is rendered once per revision and day, and concurrent requests share one
 * rendering.
 */
export class PageCache {
  private readonly underWay = new Map<string, Promise<RenderedBody>>();

  constructor(
    private readonly readRevision: () => Promise<number>,
    private readonly bodies: BodyCache,
    private readonly today: () => string,
  ) {}

  /** The page at the address; a failed one is not cached. */
  async get(path: string, render: () => Promise<RenderedBody>): Promise<RenderedBody> {
    const key = `${this.today()} ${path}`;
    const revision = await this.readRevision();
    const rendering = `${revision} ${key}`;
    return (
      this.bodies.find(key, revision) ??
      (await (this.underWay.get(rendering) ?? this.load(rendering, key, revision, render)))
    );
  }

  private async load(
    rendering: string,
    key: string,
    revision: number,
    render: () => Promise<RenderedBody>,
  ): Promise<RenderedBody> {
    const loading = render();
    this.underWay.set(rendering, loading);
    try {
      const { plain, etag } = await loading;
      return this.bodies.keep(key, revision, plain, etag);
    } finally {
      this.underWay.delete(rendering);
    }
  }
}
