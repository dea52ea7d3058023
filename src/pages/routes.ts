import { Elysia } from "elysia";
import { parisDay } from "../../bofip/days/paris-day.ts";
import { readRevision } from "../../db/queries/corpus.ts";
import { requestContext } from "../http/request-context.ts";
import { BodyCache } from "../http/response/body-cache.ts";
import { showArticle } from "./articles/show-article.ts";
import { PageCache } from "./cache.ts";
import { showComparison } from "./comparison/show-comparison.tsx";
import { showCiting } from "./consultation/citing/show-citing.tsx";
import { showDocument, showLatest } from "./consultation/show-document.ts";
import { showTable } from "./consultation/show-table.ts";
import { answerCached, type PageDeps } from "./context.ts";
import { showFeed } from "./feed/show-feed.ts";
import { showHome } from "./home/show-home.ts";
import { showJournal } from "./journal/show-journal.ts";
import { showNews, showNewsList } from "./news/show-news.ts";
import { showClassification } from "./plan/show-classification.ts";
import { robots, SITEMAP_HEADERS, sitemap } from "./sitemap.ts";
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
    .get("/consultation/:id/:date", ({ params: { id, date }, query: { empreinte } }) =>
      showDocument(context, id, date, empreinte),
    )
    .get("/consultation/:id/:date/tableaux/:file", ({ params, query: { empreinte } }) =>
      showTable(context, { ...params, empreinte }),
    )
    .get("/plan", () => showClassification(context, ""))
    .get("/plan/*", ({ params }) => showClassification(context, params["*"]))
    .get("/actualites", ({ query }) => showNewsList(context, query))
    .get("/actualites/:id", ({ params }) => showNews(context, params.id))
    .get("/articles/:code/:article", ({ params, query }) =>
      showArticle(context, { ...params, page: query["page"] }),
    )
    .get("/journal", ({ query }) => showJournal(context, query))
    .get("/flux.atom", () => showFeed(context, null))
    .get("/flux/*", ({ params }) => showFeed(context, params["*"]))
    .get("/sitemap.xml", () =>
      answerCached(context, "/sitemap.xml", () => sitemap(deps.database, deps.publicUrl()), SITEMAP_HEADERS),
    );
  return new Elysia({ name: "pages", normalize: false })
    .get(STYLESHEET.href, STYLESHEET.answer)
    .get("/robots.txt", () => new Response(robots(deps.publicUrl())))
    .use(readable);
};
