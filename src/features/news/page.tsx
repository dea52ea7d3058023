import { frenchDate } from "../../../bofip/days/days.ts";
import { ACTU_ID } from "../../../bofip/identifiers/identifier.ts";
import { readCoverage } from "../../../db/queries/corpus.ts";
import type { SearchQuery } from "../../../search/fulltext/read-query.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import type { RenderedAnswer, RenderedBody } from "../../http/response/body.ts";
import { consultationPath, lawPath, newsListPath, newsPath } from "../../pages/addresses.ts";
import { answerCached, answerPage, type PageContext, renderPage } from "../../pages/answer.ts";
import { renderBody } from "../../pages/body/body.ts";
import { trusted } from "../../pages/jsx/runtime.ts";
import { CoverageLine, Page } from "../../pages/layout.tsx";
import { CitedLawLists } from "../../pages/lists/cited-law.tsx";
import { DocumentEntry } from "../../pages/lists/citing-entries.tsx";
import { SCOPE_LABELS, STATUT_LABELS } from "../../pages/lists/how-cited.ts";
import { deducedWords, NewsEntries } from "../../pages/lists/received.tsx";
import { PageLinks, readPageNumber } from "../../pages/paging.tsx";
import { readOrRefuse } from "../../schemas/parameters/search-query.ts";
import type { News } from "./answer.ts";
import { listActualites, type NewsDeps, readActualite } from "./service.ts";

const MIN_LENGTH = 2;

/** Actualités, all or matching a query. @throws {ApiError} `unknown_route` for a page that is not, `invalid_query` */
export async function showNewsList(
  context: PageContext,
  written: Readonly<Record<string, string | undefined>>,
): Promise<RenderedAnswer> {
  const q = (written["q"] ?? "").trim();
  const page = readPageNumber(written["page"], "/actualites");
  if (q.length < MIN_LENGTH)
    return await answerCached(context, newsListPath("", page), () => newsListPage(context, null, page));
  const query = readOrRefuse(context.readQuery, q);
  return answerPage(await newsListPage(context, query, page));
}

/** The page of an actualité. @throws {ApiError} `unknown_news` */
export async function showNews(context: PageContext, id: string): Promise<RenderedAnswer> {
  if (!ACTU_ID.test(id)) throw new ApiError("unknown_news", { id });
  return await answerCached(context, newsPath(id), () => newsItemPage(context, id));
}

const NEWS_A_PAGE = 50;

/** Newest first; `query` null for all, `page` from 1. @throws {ApiError} `unknown_route` beyond the last one */
async function newsListPage(deps: NewsDeps, query: SearchQuery | null, page: number): Promise<RenderedBody> {
  const { news: until } = await readCoverage(deps.database);
  const filter = { depuis: null, domaine: null, boiId: null };
  const offset = (page - 1) * NEWS_A_PAGE;
  const { actualites, total } = await listActualites(deps, { ...filter, query, limit: NEWS_A_PAGE, offset });
  const q = query?.text ?? "";
  if (page > 1 && actualites.length === 0)
    throw new ApiError("unknown_route", { path: newsListPath(q, page) });
  return renderPage(
    <Page
      title={q === "" ? "Actualités" : `Actualités : « ${q} »`}
      description="Les actualités de la doctrine fiscale, avec les documents qu'elles nomment."
      section="actualites"
      {...(q === "" ? { canonical: deps.publicUrl() + newsListPath(q, page) } : { isPrivate: true })}
    >
      <div class="plan">
        <h1 class="plan-title">Actualités</h1>
        <NewsSearch q={q} />
        <p>
          <a href="/journal">Journal des changements</a>, mois par mois.
        </p>
        <CoverageLine until={until} />
        <section aria-labelledby="liste">
          <h2 id="liste">{countNews(total)}</h2>
          {total === 0 ? null : <NewsEntries news={actualites} />}
          <PageLinks
            page={page}
            last={Math.max(1, Math.ceil(total / NEWS_A_PAGE))}
            pathOf={(other) => newsListPath(q, other)}
            before="Plus récentes"
            after="Plus anciennes"
          />
        </section>
      </div>
    </Page>,
  );
}

function countNews(total: number): string {
  return total === 0 ? "Aucune actualité" : `${total} actualité${total > 1 ? "s" : ""}`;
}

function NewsSearch({ q }: { readonly q: string }) {
  return (
    <search class="search">
      <form action="/actualites" method="get">
        <label for="mots">Mots d'une actualité</label>
        <div class="search-row">
          <input id="mots" name="q" type="search" value={q} required minlength={2} maxlength={200} />
          <button type="submit">Chercher</button>
        </div>
      </form>
    </search>
  );
}

/** The page of an actualité. @throws {ApiError} `unknown_news` when it is not stored. */
async function newsItemPage(
  deps: Pick<NewsDeps, "database" | "publicUrl">,
  id: string,
): Promise<RenderedBody> {
  const news = await readActualite(deps, id);
  const named = new Map(news.documents.map((document) => [document.boi_id, document]));
  const cited = citedKeys(news);
  const { html } = renderBody(news.contenu_html, {
    citations: new Map(),
    path: newsPath(id),
    citedBy: () => null,
    changedSince: () => null,
    findArticle: () => null,
    findLaw: (genre, cle) => (cited.has(`${genre} ${cle}`) ? lawPath(genre, cle) : null),
    find(boiId) {
      const document = named.get(boiId);
      return document === undefined || document.titre === null ? null : { boiId, titre: document.titre };
    },
  });
  return renderPage(<NewsPage news={news} html={html} />);
}

/** What it cites by a key: each has a page. */
function citedKeys({ decisions, normes, reponses }: News): ReadonlySet<string> {
  const named = { decision: decisions, norme: normes, reponse: reponses };
  return new Set(
    Object.entries(named).flatMap(([genre, cited]) => cited.map(({ cle }) => `${genre} ${cle}`)),
  );
}

function NewsPage({ news, html }: { readonly news: News; readonly html: string }) {
  const { id, titre, url, documents } = news;
  return (
    <Page title={titre} description={`${titre} (${id}).`} canonical={url} section="actualites">
      <article>
        <header class="document-head">
          <h1 class="document-title">{titre}</h1>
          <Facts news={news} />
        </header>
        {/* `renderBody` writes only an allowlist of tags. */}
        <div class="doctrine">{trusted(html)}</div>
      </article>
      {documents.length === 0 ? null : (
        <section aria-labelledby="documents">
          <h2 id="documents">Documents nommés</h2>
          <NamedDocuments documents={documents} />
        </section>
      )}
      <CitedLawLists cited={news} />
    </Page>
  );
}

function Facts({ news }: { readonly news: News }) {
  const {
    id,
    date,
    url,
    portee_annoncee: scope,
    portee_deduite: deduced,
    consultation_publique: consultation,
  } = news;
  return (
    <ul class="facts">
      <li>{frenchDate(date)}</li>
      <li class="identifier">{id}</li>
      {scope === null ? null : <li>Portée annoncée : {SCOPE_LABELS[scope]}</li>}
      {deduced === null ? null : <li>{sentence(deducedWords(deduced))}</li>}
      {consultation === null ? null : (
        <li>
          Consultation publique du {frenchDate(consultation.debut)} au {frenchDate(consultation.fin)}
        </li>
      )}
      <li>
        <a href={url} rel="external">
          Publication officielle
        </a>
      </li>
    </ul>
  );
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function NamedDocuments({ documents }: Pick<News, "documents">) {
  return (
    <ul class="entries">
      {documents.map(({ boi_id: boiId, titre, statut }) => (
        <li>
          {titre === null || statut === null ? (
            <span class="entry">
              <span class="identifier">{boiId}</span> <span class="quiet">absent du corpus</span>
            </span>
          ) : (
            <DocumentEntry
              href={consultationPath(boiId)}
              titre={titre}
              boiId={boiId}
              notes={[STATUT_LABELS[statut].toLowerCase()]}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
