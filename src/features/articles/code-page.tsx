import { ApiError } from "../../http/errors/api-error.ts";
import type { RenderedBody } from "../../http/response/body.ts";
import { articlePath, CODES_PATH, codePath } from "../../pages/addresses.ts";
import { renderPage } from "../../pages/answer.ts";
import type { PageDeps } from "../../pages/context.ts";
import { Page } from "../../pages/layout.tsx";
import { PageLinks } from "../../pages/paging.tsx";
import { countDocuments } from "../plan/entries.tsx";
import { listArticles } from "./service.ts";

const ARTICLES_A_PAGE = 200;

/**
 * A page of the articles of a code that the doctrine in force cites, in the code's own order.
 * @param page from 1.
 * @throws {ApiError} `unknown_route` for a code that nothing cites, or beyond the last page.
 */
export async function codePage(
  { database, publicUrl }: PageDeps,
  code: string,
  page: number,
): Promise<RenderedBody> {
  const request = { code, prefixe: null, limit: ARTICLES_A_PAGE, offset: (page - 1) * ARTICLES_A_PAGE };
  const { total, articles } = await listArticles(database, request);
  if (articles.length === 0) throw new ApiError("unknown_route", { path: codePath(code, page) });
  return renderPage(
    <Page
      title={`Articles cités : ${code}`}
      description={`Les articles du texte « ${code} » que la doctrine fiscale en vigueur cite, dans leur ordre.`}
      canonical={publicUrl() + codePath(code, page)}
      section="articles"
    >
      <div class="plan">
        <p>
          <a href={CODES_PATH}>Tous les codes</a>
        </p>
        <h1 class="plan-title">{code}</h1>
        <ul class="entries">
          {articles.map((cited) => (
            <li>
              <a class="entry entry-row" href={articlePath(cited)}>
                <span class="entry-title">art. {cited.article}</span>
                <span class="entry-note">{countDocuments(cited.documents)}</span>
              </a>
            </li>
          ))}
        </ul>
        <PageLinks
          page={page}
          last={Math.ceil(total / ARTICLES_A_PAGE)}
          pathOf={(other) => codePath(code, other)}
          before="Articles précédents"
          after="Articles suivants"
        />
      </div>
    </Page>,
  );
}
