import { joined } from "../../db/engine/refreshed-value.ts";
import type { Database } from "../../db/postgres/database.ts";
import type { ComparisonDeps } from "../features/comparison/service.ts";
import type { TextSearchDeps } from "../features/search/search-texts.ts";
import type { KeptWords } from "../http/kept-words.ts";
import { RenderedAnswer, type RenderedBody, renderedText } from "../http/response/body.ts";
import type { BodyCache } from "../http/response/kept-bodies.ts";
import type { Metrics } from "../metrics/registry.ts";
import type { DomainList } from "../schemas/parameters/filters.ts";
import type { ReadQuery } from "../schemas/parameters/search-query.ts";
import type { Html } from "./jsx/runtime.ts";
import type { VisitDeps } from "./visits.ts";

/**
 * Allows a page its stylesheet and its inline icon. No script runs, no site may frame it, and its forms go nowhere
 * else.
 */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const SHARED_FOR_A_MINUTE = "public, max-age=60";

export function renderPage(page: Html): RenderedBody {
  return renderedText(markupOf(page));
}

/** A page that may be shared for a minute, or the 304 that spares it. */
export function answerPage(
  page: RenderedBody,
  headers: Readonly<Record<string, string>> = pageHeaders(PAGE_POLICY),
): RenderedAnswer {
  return new RenderedAnswer(page, { ...headers, "cache-control": SHARED_FOR_A_MINUTE });
}

/** A page that the next request may get better: nobody keeps it. */
export function answerProvisionalPage(page: RenderedBody): RenderedAnswer {
  return new RenderedAnswer(page, { ...pageHeaders(PAGE_POLICY), "cache-control": "no-store" });
}

/** Redirects a reader to the canonical address of the same thing. */
export function redirectTo(path: string, status: 303 | 308): Response {
  return new Response(null, { status, headers: { location: path } });
}

/** A page for this request only: a refusal, or one that only the operator sees. */
export function answerPrivatePage(page: Html, status = 200): Response {
  const headers = { ...pageHeaders(PAGE_POLICY), "cache-control": "no-store" };
  return new Response(markupOf(page), { status, headers });
}

/**
 * The headers of every page. The referrer is sent only within the site: without any, browsers would send `Origin:
 * null` with forms, whose origin is checked.
 * @param policy its Content-Security-Policy.
 */
export function pageHeaders(policy: string): Record<string, string> {
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy,
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
  };
}

function markupOf(page: Html): string {
  return `<!doctype html>${page.markup}`;
}

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
  private readonly join = joined<RenderedBody>();

  constructor(
    private readonly readRevision: () => Promise<number>,
    private readonly bodies: BodyCache,
    private readonly today: () => string,
  ) {}

  /** The page at the address; a failed one is not cached. */
  async get(path: string, render: () => Promise<RenderedBody>): Promise<RenderedBody> {
    const key = `${this.today()} ${path}`;
    const revision = await this.readRevision();
    return (
      this.bodies.find(key, revision) ??
      (await this.join(`${revision} ${key}`, async () => {
        const { plain, etag } = await render();
        return this.bodies.keep(key, revision, plain, etag);
      }))
    );
  }
}
