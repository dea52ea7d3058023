import { codeKey } from "../../../bofip/law/codes.ts";
import { readHeldWriting } from "../../../db/queries/articles/cited.ts";
import type { RenderedAnswer } from "../../http/response/body.ts";
import { articlePath } from "../../pages/addresses.ts";
import { redirectTo } from "../../pages/answer.ts";
import { answerCached, type PageContext } from "../../pages/context.ts";
import { readPageNumber } from "../../pages/paging.tsx";
import { readLawArticle } from "../../schemas/parameters/law.ts";
import { articlePage } from "./page.tsx";

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
