import { ApiError } from "../../http/errors/api-error.ts";
import type { RenderedAnswer } from "../../http/response/body.ts";
import { classificationPagePath } from "../../pages/addresses.ts";
import { redirectTo } from "../../pages/answer.ts";
import { answerCached, type PageContext } from "../../pages/context.ts";
import {
  CLASSIFICATION_PATH_EXPECTED,
  decodeClassificationPath,
  isClassificationPathTooLong,
  readClassificationPath,
} from "../../schemas/parameters/classification-path.ts";
import { classificationPage } from "./page.tsx";

/**
 * The page of a node of the classification; lower case redirects to it.
 * @param written the path as written in the address, percent-encoded.
 * @throws {ApiError} `unknown_route` for what is not a path of the classification, or is empty; `invalid_parameter`
 * for one too long.
 */
export async function showClassification(
  context: PageContext,
  written: string,
): Promise<Response | RenderedAnswer> {
  const asked = decodeClassificationPath(written);
  if (isClassificationPathTooLong(asked)) {
    throw new ApiError("invalid_parameter", { reason: `L'adresse attend ${CLASSIFICATION_PATH_EXPECTED}.` });
  }
  const chemin = readClassificationPath(asked);
  if (chemin === null) throw new ApiError("unknown_route", { path: classificationPagePath(asked) });
  const path = classificationPagePath(chemin);
  if (chemin !== asked) return redirectTo(path, 308);
  return await answerCached(context, path, () =>
    classificationPage(context.database, chemin, context.publicUrl()),
  );
}
