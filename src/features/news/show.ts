import { ACTU_ID } from "../../../bofip/identifiers/identifier.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import type { RenderedAnswer } from "../../http/response/body.ts";
import { newsListPath, newsPath } from "../../pages/addresses.ts";
import { answerPage } from "../../pages/answer.ts";
import { answerCached, type PageContext } from "../../pages/context.ts";
import { readPageNumber } from "../../pages/paging.tsx";
import { readOrRefuse } from "../../schemas/parameters/search-query.ts";
import { newsItemPage } from "./item-page.tsx";
import { newsListPage } from "./list-page.tsx";

const MIN_LENGTH = 2;

/**
 * The list of actualités, or of those that match a query.
 * @throws {ApiError} `unknown_route` for a page that does not exist, `invalid_query`.
 */
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
