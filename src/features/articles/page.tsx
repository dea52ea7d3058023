import { codeKey } from "../../../bofip/law/codes.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { readHeldWriting } from "../../../db/queries/articles/commenting.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import type { RenderedAnswer, RenderedBody } from "../../http/response/body.ts";
import { articlePath, codePath } from "../../pages/addresses.ts";
import { answerCached, type PageContext, redirectTo, renderPage } from "../../pages/answer.ts";
import { Page } from "../../pages/layout.tsx";
import { CitingEntries } from "../../pages/lists/citing-entries.tsx";
import { timesAndPlace } from "../../pages/lists/how-cited.ts";
import { CitingNews } from "../../pages/lists/received.tsx";
import { countDocuments, PageLinks, readPageNumber } from "../../pages/paging.tsx";
import { type LawArticle, readLawArticle } from "../../schemas/parameters/law.ts";
import type { CommentedArticle } from "./answer.ts";
import { readCommentedArticle } from "./service.ts";

/** An article as written in an address, and the page of its list. */
interface Written {
  readonly code: string;
  readonly article: string;
  readonly page: string | undefined;
}

/**
 * The page of an article: the documents that comment on it. Other spellings of its code or its number redirect to it.
 * @throws {ApiError} `article_not_cited`; `unknown_route` for a page of the list that does not exist.
 */
export async function showArticle(
  context: PageContext,
  written: Written,
): Promise<Response | RenderedAnswer> {
  const read = readLawArticle(written.code, written.article);
  const named = read === null ? null : await readHeldWriting(context.database, read);
  const asked = named ?? written;
  const page = readPageNumber(written.page, articlePath(asked));
  const path = articlePath(asked, page);
  const isUsual =
    named === null || (codeKey(named.code) === written.code && named.article === written.article);
  if (!isUsual) return redirectTo(path, 308);
  return await answerCached(context, path, () => articlePage(context, asked, page));
}

const DOCUMENTS_A_PAGE = 100;

interface Deps {
  readonly database: Database;
  readonly publicUrl: () => string;
}

/**
 * A page of the documents in force that comment on an article, and of the actualités that name it.
 * @param page from 1.
 * @throws {ApiError} `article_not_cited`; `unknown_route` beyond the last page.
 */
async function articlePage(
  { database, publicUrl }: Deps,
  asked: LawArticle,
  page: number,
): Promise<RenderedBody> {
  const place = {
    role: null,
    limit: DOCUMENTS_A_PAGE,
    offset: (page - 1) * DOCUMENTS_A_PAGE,
  };
  const commented = await readCommentedArticle(database, { ...asked, ...place });
  if (commented.documents.length === 0 && page > 1)
    throw new ApiError("unknown_route", { path: articlePath(commented, page) });
  const name = `${commented.code}, art. ${commented.article}`;
  return renderPage(
    <Page
      title={name}
      description={`La doctrine fiscale en vigueur qui cite l'article ${commented.article} (${commented.code}).`}
      canonical={publicUrl() + articlePath(commented, page)}
      section="articles"
    >
      <div class="plan">
        <p>
          <a href={codePath(commented.code)}>Tous les articles cités : {commented.code}</a>
        </p>
        <h1 class="plan-title">{name}</h1>
        {commented.url === null ? null : (
          <p>
            <a href={commented.url}>Lire l'article sur Légifrance</a>
          </p>
        )}
        <section aria-labelledby="documents">
          <h2 id="documents">{howMany(commented)}</h2>
          <CitingEntries documents={commented.documents} note={howCited} />
          <PageLinks
            page={page}
            last={Math.max(1, Math.ceil(commented.total / DOCUMENTS_A_PAGE))}
            pathOf={(other) => articlePath(commented, other)}
            before="Précédents"
            after="Suivants"
          />
        </section>
        <CitingNews news={commented.actualites} />
      </div>
    </Page>,
  );
}

/** Those that name it first, those that only have it in a range apart. */
function howMany({ total, total_nommes: named }: CommentedArticle): string {
  if (total === 0) return "Aucun document en vigueur ne le cite";
  const naming = `${countDocuments(named)} en vigueur ${named > 1 ? "le nomment" : "le nomme"}`;
  const others = total - named;
  if (others === 0) return naming;
  return `${naming} ; ${others} autre${others > 1 ? "s" : ""} en ${others > 1 ? "ont" : "a"} une suite d'articles où il prend place`;
}

function howCited(document: CommentedArticle["documents"][number]): string {
  if (document.etendue) return `dans une suite d'articles, sans être nommé : « ${document.etendue.texte} »`;
  const cited = `cité ${timesAndPlace(document)}`;
  return document.role === "commente" ? `le commente : ${cited}` : cited;
}
