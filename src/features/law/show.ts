import { type CitedKind, readCitedLawKey } from "../../../bofip/law/cited/keys.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import type { RenderedAnswer } from "../../http/response/body.ts";
import { LAW_CLASS, lawListPath, lawPath } from "../../pages/addresses.ts";
import { redirectTo } from "../../pages/answer.ts";
import { answerCached, type PageContext } from "../../pages/context.ts";
import { readPageNumber } from "../../pages/paging.tsx";
import { LAW_PAGES } from "./kinds.ts";
import { lawPage } from "./law-page.tsx";
import { lawListPage } from "./list-page.tsx";

type Query = Readonly<Record<string, string | undefined>>;

/**
 * The list of the decisions, the norms or the answers that documents in force cite.
 * @throws {ApiError} `unknown_route` for a page, or a class, that does not exist.
 */
export async function showLawList(
  context: PageContext,
  genre: CitedKind,
  query: Query,
): Promise<RenderedAnswer> {
  const classe = query[LAW_CLASS[genre]] ?? null;
  const page = readPageNumber(query["page"], lawListPath(genre));
  const path = lawListPath(genre, classe, page);
  if (classe !== null && !Object.hasOwn(LAW_PAGES[genre].classes, classe))
    throw new ApiError("unknown_route", { path });
  return await answerCached(context, path, () => lawListPage(context, LAW_PAGES[genre], classe, page));
}

/**
 * The page of one of them: the documents that cite it. Other writings of its key redirect to it.
 * @throws {ApiError} `law_not_cited`; `unknown_route` for a page of the list that does not exist.
 */
export async function showLaw(
  context: PageContext,
  genre: CitedKind,
  { cle: written = "", page: writtenPage }: Query,
): Promise<Response | RenderedAnswer> {
  const key = readCitedLawKey(written);
  const cle = key?.kind === genre ? key.cle : written;
  const page = readPageNumber(writtenPage, lawPath(genre, cle));
  const path = lawPath(genre, cle, page);
  if (cle !== written) return redirectTo(path, 308);
  return await answerCached(context, path, () => lawPage(context, LAW_PAGES[genre], cle, page));
}
