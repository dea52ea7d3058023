import { readCoverage } from "../../../db/queries/coverage.ts";
import type { SearchQuery } from "../../../search/fulltext/search-query.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import type { RenderedBody } from "../../http/response/body.ts";
import { newsListPath } from "../../pages/addresses.ts";
import { renderPage } from "../../pages/answer.ts";
import { CoverageLine } from "../../pages/coverage-line.tsx";
import { Page } from "../../pages/layout.tsx";
import { PageLinks } from "../../pages/paging.tsx";
import { NewsEntries } from "./entries.tsx";
import { listActualites, type NewsDeps } from "./service.ts";

const NEWS_A_PAGE = 50;

/**
 * A page of the list of actualités, newest first.
 * @param query null = all of them.
 * @param page from 1.
 * @throws {ApiError} `unknown_route` beyond the last one.
 */
export async function newsListPage(
  deps: NewsDeps,
  query: SearchQuery | null,
  page: number,
): Promise<RenderedBody> {
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
