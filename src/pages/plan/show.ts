import { ApiError } from "../../http/errors.ts";
import type { RenderedAnswer } from "../../http/response/body.ts";
import { planPagePath } from "../addresses.ts";
import { redirectTo } from "../answer.ts";
import { answerCached, type PageContext } from "../context.ts";
import { planPage } from "./page.tsx";

/**
 * The page of a node of the plan; small letters are another way to name it.
 * @param written the path as the address has it, percent-encoded.
 * @throws {ApiError} `unknown_route` for what is no path of the plan, or holds nothing.
 */
export async function showPlan(context: PageContext, written: string): Promise<Response | RenderedAnswer> {
  const asked = decodeURIComponent(written).replace(/\/$/, "");
  const chemin = asked.toUpperCase();
  const path = planPagePath(chemin);
  if (!/^([A-Z0-9]+(\/[A-Z0-9]+)*)?$/.test(chemin)) throw new ApiError("unknown_route", { path });
  if (chemin !== asked) return redirectTo(path, 308);
  return await answerCached(context, path, () => planPage(context.database, chemin, context.publicUrl()));
}
