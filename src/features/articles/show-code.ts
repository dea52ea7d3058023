import { codeKey, findCode } from "../../../bofip/law/codes.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import type { RenderedAnswer } from "../../http/response/body.ts";
import { CODES_PATH, codePath } from "../../pages/addresses.ts";
import { redirectTo } from "../../pages/answer.ts";
import { answerCached, type PageContext } from "../../pages/context.ts";
import { readPageNumber } from "../../pages/paging.tsx";
import { codePage } from "./code-page.tsx";
import { codesPage } from "./codes-page.tsx";

export async function showCodes(context: PageContext): Promise<RenderedAnswer> {
  return await answerCached(context, CODES_PATH, () => codesPage(context));
}

/**
 * The articles of a code; another spelling of its name redirects to it.
 * @throws {ApiError} `unknown_route` for what is not a code, or a page of the list that does not exist.
 */
export async function showCode(
  context: PageContext,
  written: string,
  writtenPage: string | undefined,
): Promise<Response | RenderedAnswer> {
  const code = findCode(written);
  if (code === null) throw new ApiError("unknown_route", { path: CODES_PATH });
  const page = readPageNumber(writtenPage, codePath(code));
  const path = codePath(code, page);
  if (codeKey(code) !== written) return redirectTo(path, 308);
  return await answerCached(context, path, () => codePage(context, code, page));
}
