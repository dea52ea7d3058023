import { ApiError } from "../../http/errors/api-error.ts";
import type { RenderedAnswer } from "../../http/response/body.ts";
import {
  decodePlanPath,
  isPlanPathTooLong,
  PLAN_PATH_EXPECTED,
  readPlanPath,
} from "../../schemas/parameters/plan-path.ts";
import { planPagePath } from "../addresses.ts";
import { redirectTo } from "../answer.ts";
import { answerCached, type PageContext } from "../context.ts";
import { planPage } from "./page.tsx";

/**
 * The page of a node of the plan; small letters are another way to name it.
 * @param written the path as the address has it, percent-encoded.
 * @throws {ApiError} `unknown_route` for what is no path of the plan, or holds nothing; `invalid_parameter` for one too long.
 */
export async function showPlan(context: PageContext, written: string): Promise<Response | RenderedAnswer> {
  const asked = decodePlanPath(written);
  if (isPlanPathTooLong(asked)) {
    throw new ApiError("invalid_parameter", { reason: `L'adresse attend ${PLAN_PATH_EXPECTED}.` });
  }
  const chemin = readPlanPath(asked);
  if (chemin === null) throw new ApiError("unknown_route", { path: planPagePath(asked) });
  const path = planPagePath(chemin);
  if (chemin !== asked) return redirectTo(path, 308);
  return await answerCached(context, path, () => planPage(context.database, chemin, context.publicUrl()));
}
