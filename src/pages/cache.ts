import type { RenderedBody } from "../http/response/body.ts";
import type { BodyCache } from "../http/response/body-cache.ts";

/** Pages of the corpus: each is rendered once a revision and a day, for all those who ask for it meanwhile. */
export class PageCache {
  private readonly underWay = new Map<string, Promise<RenderedBody>>();

  constructor(
    private readonly readRevision: () => Promise<number>,
    private readonly bodies: BodyCache,
    private readonly today: () => string,
  ) {}

  /** The page at the address; one that fails is not kept. */
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
