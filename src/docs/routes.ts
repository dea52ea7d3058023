import { setImmediate as nextTurn } from "node:timers/promises";
import { type AnyElysia, Elysia } from "elysia";
import type { Database } from "../../db/postgres/database.ts";
import { readRevision } from "../../db/queries/corpus.ts";
import { ATTRIBUTION } from "../http/attribution.ts";
import { ApiError } from "../http/errors/api-error.ts";
import { exchangeOf } from "../http/exchange.ts";
import { type RenderedAnswer, type RenderedBody, renderedText } from "../http/response/body.ts";
import { shared, TimedCache } from "../http/response/kept-bodies.ts";
import type { Metrics } from "../metrics/registry.ts";
import { answerPage, PAGE_POLICY, pageHeaders, redirectTo, renderPage } from "../pages/answer.ts";
import type { DocContext, DocPage } from "./context.ts";
import { describeRoutes } from "./document.ts";
import { withHeldParameters } from "./examples/held.ts";
import { type ExampleNames, readExampleNames, SAMPLE_NAMES } from "./examples/names.ts";
import { textPage } from "./markdown/text-page.tsx";
import { withNamedSchemas } from "./named-schemas.ts";
import { operationsOf } from "./operations.ts";
import { errorsPage } from "./pages/errors.tsx";
import { tryItPage } from "./pages/try-it.tsx";
import { routePage } from "./reference/route.tsx";
import { DOC_PAGES, type DocSlug, docPath, FORMER_PATHS } from "./site.ts";
import { OWN_ASSETS, swaggerAsset, TRY_IT_PATHS, TRY_IT_POLICY } from "./try-it/assets.ts";

interface DocsDeps {
  /** Where the plans are. */
  readonly database: Database;
  /** The server address that the document and the examples name, once the server listens. */
  readonly publicUrl: () => string;
  /** Where to ask for a key; null when the operator gives no address. */
  readonly contactUrl: string | null;
  readonly metrics: Pick<Metrics, "lookups">;
}

/** The operator may change the plans in place, and the corpus what examples name: pages follow within this time. */
const LIFETIME_MS = 60_000;

/** The pages, those of the routes, and the two files for machines. */
const MOST_PAGES = 100;

const JSON_TYPE = "application/json; charset=utf-8";
const TEXT_TYPE = "text/plain; charset=utf-8";

/** /openapi.json, the documentation made of it at /docs, and /llms.txt for machines; nothing is loaded from elsewhere. */
export function docs(site: DocSite) {
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
  for (const { path, slug } of FORMER_PATHS) app.get(path, () => redirectTo(docPath(slug), 308), hidden);
  const headers = pageHeaders(PAGE_POLICY);
  return app.get(
    `${docPath("reference")}/:route`,
    async ({ request, params }) => {
      exchangeOf(request).isPage = true;
      return answerPage(await site.route(`${docPath("reference")}/${params.route}`), headers);
    },
    hidden,
  );
}

function answerText(text: RenderedBody, type: string): RenderedAnswer {
  return answerPage(text, { "content-type": type });
}

/** What is made once and given to all, of routes that never change while the process lives. */
export class DocSite {
  private readonly rendered: TimedCache<string, RenderedBody>;
  private readonly names: () => ReturnType<KeptNames["read"]>;
  private described: { readonly url: string; readonly document: ReturnType<typeof describe> } | null = null;

  constructor(
    private readonly routes: AnyElysia,
    private readonly deps: DocsDeps,
  ) {
    const onLookup = deps.metrics.lookups("docs");
    this.rendered = new TimedCache(LIFETIME_MS, MOST_PAGES, () => performance.now(), onLookup);
    const kept = new KeptNames(deps.database);
    this.names = shared(LIFETIME_MS, () => kept.read());
  }

  /** Renders before listening what would block for 50 to 100 ms the first time: the OpenAPI document, MCP tools. */
  async prepare(): Promise<void> {
    await this.document();
    await this.page("agents");
  }

  async document(): Promise<RenderedBody> {
    return await this.kept("openapi", async () => {
      const document = withHeldParameters((await this.describe()).named, await this.names());
      await nextTurn();
      return renderedText(JSON.stringify(document));
    });
  }

  async machines(): Promise<RenderedBody> {
    return await this.kept("llms", async () => renderedText(llmsText(await this.context())));
  }

  async page(slug: keyof typeof RENDERERS): Promise<RenderedBody> {
    return await this.kept(slug, async () => renderPage(await RENDERERS[slug](await this.context())));
  }

  /** The page of a route, by its address. @throws {ApiError} `unknown_route` for that of none. */
  async route(path: string): Promise<RenderedBody> {
    const context = await this.context();
    const operation = context.operations.find(({ page }) => page === path);
    if (operation === undefined) throw new ApiError("unknown_route", { path });
    return await this.kept(path, async () => renderPage(routePage(context, operation)));
  }

  private async context(): Promise<DocContext> {
    const { database, contactUrl } = this.deps;
    const operations = operationsOf((await this.describe()).plain);
    const names = await this.names();
    return { operations, publicUrl: this.deps.publicUrl(), contactUrl, database, names };
  }

  /** A port left to the system is known once the service listens: what names it is then rendered again. */
  private kept(name: string, render: () => Promise<RenderedBody>): Promise<RenderedBody> {
    return this.rendered.get(`${this.deps.publicUrl()} ${name}`, render);
  }

  private describe() {
    const url = this.deps.publicUrl();
    if (this.described?.url !== url) this.described = { url, document: describe(this.routes, url) };
    return this.described.document;
  }
}

/** The OpenAPI document as the plugin gives it, and with references to the schemas that it names. */
async function describe(routes: AnyElysia, url: string) {
  const plain = await describeRoutes(routes, url);
  await nextTurn();
  return { plain, named: withNamedSchemas(plain) };
}

/** What the shown requests name, chosen anew when the corpus changes. */
class KeptNames {
  private revision = -1;
  private names = SAMPLE_NAMES;

  constructor(private readonly database: Database) {}

  /** Those of the corpus as it is; those of the last one read while the store does not answer. */
  async read(): Promise<ExampleNames> {
    try {
      const revision = await readRevision(this.database);
      if (revision !== this.revision) this.names = await readExampleNames(this.database);
      this.revision = revision;
    } catch {
      // The documentation is read all the more while the store is away; `/v1/status` reports it.
      return this.names;
    }
    return this.names;
  }
}

/** The site on one page of Markdown, for language models (llmstxt.org). */
function llmsText({ operations, publicUrl }: DocContext): string {
  const pages = DOC_PAGES.filter(({ slug }) => slug !== "essayer").map(
    ({ path, label, summary }) => `- [${label}](${publicUrl}${path}) : ${summary}`,
  );
  const routes = operations.map(
    ({ method, path, page, summary, description }) =>
      `- [${method} ${path}](${publicUrl}${page}) : ${summary}. ${description}`,
  );
  return `# API de la doctrine fiscale

> La doctrine fiscale française (BOFiP-Impôts) en JSON : recherche, documents entiers et leurs paragraphes numérotés, renvois, plan de classement, éditions, changements. Clé dans l'en-tête X-API-Key ; adresse ${publicUrl}/v1.

Chaque réponse porte \`source\`, mention à conserver : ${ATTRIBUTION}. Service indépendant, sans lien avec l'administration ; seule la publication officielle fait foi.

## Documentation

${pages.join("\n")}

## Machines

- [Document OpenAPI](${publicUrl}/openapi.json) : toutes les routes, leurs champs et des exemples.
- [Serveur MCP](${publicUrl}/mcp) : outils en lecture seule, en streamable HTTP, avec la même clé.

## Routes

${routes.join("\n")}
`;
}

/** What renders each page of the list: its text, except for those generated by code. */
const RENDERERS: Readonly<Record<DocSlug, DocPage>> = {
  demarrer: textPage("demarrer"),
  miroir: textPage("miroir"),
  prouver: textPage("prouver"),
  preuve: textPage("preuve"),
  articles: textPage("articles"),
  decisions: textPage("decisions"),
  tableaux: textPage("tableaux"),
  citations: textPage("citations"),
  suivi: textPage("suivi"),
  recherche: textPage("recherche"),
  agents: textPage("agents"),
  reference: textPage("reference"),
  erreurs: errorsPage,
  essayer: tryItPage,
  authentification: textPage("authentification"),
  limites: textPage("limites"),
  vocabulaire: textPage("vocabulaire"),
  etat: textPage("etat"),
  sens: textPage("sens"),
  versions: textPage("versions"),
  licence: textPage("licence"),
};

/** What a page may load: its stylesheet alone, but for the one that runs Swagger UI. */
function policyOf(slug: DocSlug): string {
  return slug === "essayer" ? TRY_IT_POLICY : PAGE_POLICY;
}
