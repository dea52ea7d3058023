import type { Database } from "../../db/postgres/database.ts";
import type { ComparisonDeps } from "../features/comparison/service.ts";
import type { TextSearchDeps } from "../features/hybrid/search-texts.ts";
import type { KeptWords } from "../http/kept-words.ts";
import type { RenderedAnswer, RenderedBody } from "../http/response/body.ts";
import type { Metrics } from "../metrics/registry.ts";
import type { DomainList } from "../schemas/parameters/domain.ts";
import type { ReadQuery } from "../schemas/parameters/search-query.ts";
import { answerPage } from "./answer.ts";
import type { PageCache } from "./cache.ts";
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
