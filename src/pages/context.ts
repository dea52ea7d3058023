import type { Database } from "../../db/postgres/database.ts";
import type { ComparisonDeps } from "../features/comparison/service.ts";
import type { TextSearchDeps } from "../features/hybrid/search-texts.ts";
import type { KeptWords } from "../http/kept-words.ts";
import type { RenderedAnswer, RenderedBody } from "../http/response/body.ts";
import type { BodyCache } from "../http/response/body-cache.ts";
import type { Metrics } from "../metrics/registry.ts";
import type { DomainList } from "../schemas/parameters/domain.ts";
import type { ReadQuery } from "../schemas/parameters/search-query.ts";
import { answerPage } from "./answer.ts";
import type { VisitDeps } from "./visits.ts";

export interface PageDeps extends VisitDeps, ComparisonDeps, TextSearchDeps {
  /** Where the worker writes the log of proof. */
  readonly primary: Database;
  readonly metrics: Metrics;
  readonly readQuery: ReadQuery;
  readonly newsWords: KeptWords;
  readonly domains: DomainList;
}

/** What the handlers of pages depend on. */
export interface PageContext extends PageDeps {
  readonly cache: PageCache;
}

/** Sends a page of the corpus, rendered once per revision, or the 304 that spares it. */
export async function answerCached(
  { cache }: PageContext,
  path: string,
  render: () => Promise<RenderedBody>,
  headers?: Readonly<Record<string, string>>,
): Promise<RenderedAnswer> {
  return answerPage(await cache.get(path, render), headers);
}

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
