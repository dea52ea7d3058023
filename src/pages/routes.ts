import { Elysia } from "elysia";
import { parisDay } from "../../bofip/days/days.ts";
import type { Database } from "../../db/postgres/database.ts";
import { readPublished, readRevision } from "../../db/queries/corpus.ts";
import { showComparison } from "../features/comparison/page.tsx";
import { showDocument, showLatest } from "../features/documents/page/page.tsx";
import { showCiting } from "../features/graph/page.tsx";
import { showFeed } from "../features/journal/feed.ts";
import { showJournal } from "../features/journal/page.tsx";
import { showCode, showCodes, showLawList } from "../features/law/list-page.tsx";
import { showArticle, showLaw } from "../features/law/page.tsx";
import { showArticleComparison, showLaterLaw } from "../features/law/text-page.tsx";
import { showNews, showNewsList } from "../features/news/page.tsx";
import { showClassification } from "../features/plan/page.tsx";
import { showAttestation, showProofLog } from "../features/proof/page.tsx";
import { showHome } from "../features/search/page.tsx";
import { showTable } from "../features/tables/service.ts";
import { requestContext } from "../http/exchange.ts";
import { type RenderedBody, renderedText } from "../http/response/body.ts";
import { BodyCache } from "../http/response/kept-bodies.ts";
import { consultationPath } from "./addresses.ts";
import { answerCached, PageCache, type PageDeps } from "./answer.ts";
import { CATALOGUE_HEADERS, CATALOGUE_PATH, catalogue } from "./linked-data/catalogue.ts";
import { STYLESHEET } from "./stylesheet.ts";
import { visited } from "./visits.ts";

/** The public consultation: HTML pages without a key and without a script; never in the OpenAPI document. */
export const pages = (deps: PageDeps) => {
  const context = {
    ...deps,
    cache: new PageCache(
      () => readRevision(deps.database),
      new BodyCache(deps.metrics.lookups("pages")),
      () => parisDay(deps.clock()),
    ),
  };
  const readable = new Elysia({ name: "readablePages", normalize: false })
    .use(visited(deps))
    .get("/", ({ request, query }) => requestContext(request, () => showHome(context, query)))
    .get("/consultation/:id", ({ params, query }) => showLatest(context, params.id, query["date"]))
    .get("/consultation/:id/comparaison", ({ params, query: { de, a, edition, avec } }) =>
      showComparison(context, params.id, { de, a, edition, avec }),
    )
    .get("/consultation/:id/citants", ({ params, query }) =>
      showCiting(context, params.id, query["paragraphe"]),
    )
    .get("/consultation/:id/:date", ({ params: { id, date }, query: { empreinte, le } }) =>
      showDocument(context, id, date, { empreinte, le }),
    )
    .get("/consultation/:id/:date/tableaux/:file", ({ params, query: { empreinte } }) =>
      showTable(context, { ...params, empreinte }),
    )
    .get("/consultation/:id/:date/paragraphes/:numero/attestation", ({ params, query: { empreinte } }) =>
      showAttestation(deps, { ...params, empreinte }, "page"),
    )
    .get("/consultation/:id/:date/paragraphes/:numero/attestation.json", ({ params, query: { empreinte } }) =>
      showAttestation(deps, { ...params, empreinte }, "file"),
    )
    .get("/preuves", () => showProofLog(deps))
    .get("/plan", () => showClassification(context, ""))
    .get("/plan/*", ({ params }) => showClassification(context, params["*"]))
    .get("/actualites", ({ query }) => showNewsList(context, query))
    .get("/actualites/:id", ({ params }) => showNews(context, params.id))
    .get("/articles", () => showCodes(context))
    .get("/articles/:code", ({ params, query }) => showCode(context, params.code, query["page"]))
    .get("/articles/:code/:article", ({ params, query }) =>
      showArticle(context, { ...params, page: query["page"], date: query["date"] }),
    )
    .get("/articles/:code/:article/comparaison", ({ params, query: { de, a } }) =>
      showArticleComparison(context, { ...params, de, a }),
    )
    .get("/droit/posterieur", ({ query }) => showLaterLaw(context, query))
    .get("/decisions", ({ query }) => showLawList(context, "decision", query))
    .get("/decisions/:cle", ({ params, query }) => showLaw(context, "decision", { ...params, ...query }))
    .get("/normes", ({ query }) => showLawList(context, "norme", query))
    .get("/normes/:cle", ({ params, query }) => showLaw(context, "norme", { ...params, ...query }))
    .get("/reponses", ({ query }) => showLawList(context, "reponse", query))
    .get("/reponses/:cle", ({ params, query }) => showLaw(context, "reponse", { ...params, ...query }))
    .get("/journal", ({ query }) => showJournal(context, query))
    .get("/flux.atom", () => showFeed(context, null))
    .get("/flux/*", ({ params }) => showFeed(context, params["*"]))
    .get(CATALOGUE_PATH, () =>
      answerCached(
        context,
        CATALOGUE_PATH,
        () => catalogue(deps.database, deps.publicUrl()),
        CATALOGUE_HEADERS,
      ),
    )
    .get("/sitemap.xml", () =>
      answerCached(context, "/sitemap.xml", () => sitemap(deps.database, deps.publicUrl()), SITEMAP_HEADERS),
    );
  return new Elysia({ name: "pages", normalize: false })
    .get(STYLESHEET.href, STYLESHEET.answer)
    .get("/robots.txt", () => new Response(robots(deps.publicUrl())))
    .use(readable);
};

const SITEMAP_HEADERS = { "content-type": "application/xml; charset=utf-8" } as const;

/** The documents in force in one file: a sitemap may list 50,000 addresses (sitemaps.org), six times the corpus. */
async function sitemap(database: Database, publicUrl: string): Promise<RenderedBody> {
  const entries = (await readPublished(database)).map(({ boi_id: boiId, date_publication: date }) => {
    const address = Bun.escapeHTML(publicUrl + consultationPath(boiId));
    return `<url><loc>${address}</loc><lastmod>${date}</lastmod></url>\n`;
  });
  return renderedText(`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join("")}</urlset>
`);
}

/** What search engines may visit: the pages, not the API. */
function robots(publicUrl: string): string {
  return `User-agent: *\nDisallow: /v1/\nDisallow: /admin\n\nSitemap: ${publicUrl}/sitemap.xml\n`;
}
