import { type AnyElysia, Elysia } from "elysia";
import type { Database } from "../../db/postgres/database.ts";
import { exchangeOf } from "../http/exchange.ts";
import { type RenderedAnswer, type RenderedBody, renderedText } from "../http/response/body.ts";
import { TimedCache } from "../http/response/timed-cache.ts";
import { answerPage, pageHeaders, renderPage } from "../pages/answer.ts";
import { describeRoutes } from "./document.ts";
import { llmsText } from "./llms.ts";
import { operationsOf } from "./operations.ts";
import { policyOf, RENDERERS } from "./pages.ts";
import { DOC_PAGES } from "./site.ts";
import { OWN_ASSETS, swaggerAsset, TRY_IT_PATHS } from "./try-it/assets.ts";

export interface DocsDeps {
  /** Where the plans are. */
  readonly database: Database;
  /** The server address that the document and the examples name, once the server listens. */
  readonly publicUrl: () => string;
}

/** The operator may change the plans in place: their page follows within this time. */
const LIFETIME_MS = 60_000;

const JSON_TYPE = "application/json; charset=utf-8";
const TEXT_TYPE = "text/plain; charset=utf-8";

/**
 * The OpenAPI document of the described routes at /openapi.json, the documentation made of it at /docs, and its
 * page for machines at /llms.txt. None of it loads anything from elsewhere.
 */
export function docs(described: AnyElysia, deps: DocsDeps) {
  const site = new DocSite(described, deps);
  const hidden = { detail: { hide: true } };
  const app = new Elysia({ name: "docs" })
    .get("/openapi.json", async () => answerText(await site.document(), JSON_TYPE), hidden)
    .get("/llms.txt", async () => answerText(await site.machines(), TEXT_TYPE), hidden)
    .get(TRY_IT_PATHS.swaggerStyle, () => swaggerAsset(TRY_IT_PATHS.swaggerStyle), hidden)
    .get(TRY_IT_PATHS.swaggerScript, () => swaggerAsset(TRY_IT_PATHS.swaggerScript), hidden);
  for (const { path, type, body } of OWN_ASSETS) {
    const asset = renderedText(body);
    app.get(path, () => answerText(asset, type), hidden);
  }
  for (const { path, slug } of DOC_PAGES) {
    const headers = pageHeaders(policyOf(slug));
    app.get(
      path,
      async ({ request }) => {
        exchangeOf(request).isPage = true;
        return answerPage(await site.page(slug), headers);
      },
      hidden,
    );
  }
  return app;
}

function answerText(text: RenderedBody, type: string): RenderedAnswer {
  return answerPage(text, { "content-type": type });
}

/** What is made once and given to all, of routes that never change while the process lives. */
class DocSite {
  private readonly kept = new TimedCache<string, RenderedBody>(LIFETIME_MS, DOC_PAGES.length + 2);
  private described: ReturnType<typeof describeRoutes> | null = null;

  constructor(
    private readonly routes: AnyElysia,
    private readonly deps: DocsDeps,
  ) {}

  async document(): Promise<RenderedBody> {
    return await this.kept.get("openapi", async () => renderedText(JSON.stringify(await this.describe())));
  }

  async machines(): Promise<RenderedBody> {
    return await this.kept.get("llms", async () => renderedText(llmsText(await this.context())));
  }

  async page(slug: keyof typeof RENDERERS): Promise<RenderedBody> {
    return await this.kept.get(slug, async () => renderPage(await RENDERERS[slug](await this.context())));
  }

  private async context() {
    const operations = operationsOf(await this.describe());
    return { operations, publicUrl: this.deps.publicUrl(), database: this.deps.database };
  }

  private describe() {
    this.described ??= describeRoutes(this.routes, this.deps.publicUrl());
    return this.described;
  }
}
