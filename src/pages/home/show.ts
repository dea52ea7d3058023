import { asciiUpperCase, isDocumentId, splitIdentifier } from "../../../db/bofip/identifier.ts";
import { readGraphDocuments } from "../../../db/queries/graph.ts";
import { ApiError } from "../../http/errors.ts";
import type { RenderedAnswer } from "../../http/response/body.ts";
import { consultationPath } from "../addresses.ts";
import { answerPage, redirectTo } from "../answer.ts";
import { answerCached, type PageContext } from "../context.ts";
import { homePage } from "./page.tsx";
import { resultsPage } from "./results.tsx";

const MIN_LENGTH = 2;
export const MAX_LENGTH = 200;

/**
 * The home page or, once something is looked for, the documents found; an identifier leads straight to its document,
 * in force or not.
 * @param address of the visitor, whose searches are counted.
 * @throws {ApiError} `invalid_parameter` for a text too long to be a title, `too_many_searches`.
 */
export async function showHome(
  context: PageContext,
  written: string | undefined,
  address: () => string,
): Promise<Response | RenderedAnswer> {
  const q = (written ?? "").trim();
  const { database, publicUrl } = context;
  if (q.length < MIN_LENGTH) return await answerCached(context, "/", () => homePage(database, publicUrl()));
  if (q.length > MAX_LENGTH) {
    const reason = `Le texte cherché compte plus de ${MAX_LENGTH} caractères.`;
    throw new ApiError("invalid_parameter", { reason });
  }
  context.searches.count(address());
  const { id, date } = splitIdentifier(asciiUpperCase(q));
  if (isDocumentId(id) && (await readGraphDocuments(database, [id])).length > 0) {
    return redirectTo(consultationPath(id, date), 303);
  }
  return answerPage(await resultsPage(context, q));
}
