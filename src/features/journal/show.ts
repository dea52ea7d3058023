import { asciiUpperCase } from "../../../bofip/identifiers/identifier.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import type { RenderedAnswer } from "../../http/response/body.ts";
import { journalPagePath } from "../../pages/addresses.ts";
import { answerCached, type PageContext } from "../../pages/context.ts";
import { journalPage } from "./page.tsx";

/**
 * The journal of a week, all series or one. @throws {ApiError} `unknown_route` for what is not a week or a series.
 */
export async function showJournal(
  context: PageContext,
  written: Readonly<Record<string, string | undefined>>,
): Promise<RenderedAnswer> {
  const { semaine = "", domaine: named = "" } = written;
  const domaine = asciiUpperCase(named);
  const isKnown = domaine === "" || context.domains.codes().includes(domaine);
  if (!isKnown || !/^(?:\d{4}-\d\d-\d\d)?$/.test(semaine))
    throw new ApiError("unknown_route", { path: "/journal" });
  const address = { semaine: semaine === "" ? null : semaine, domaine: domaine === "" ? null : domaine };
  const path = journalPagePath(address.semaine, address.domaine);
  return await answerCached(context, path, () => journalPage(context, address));
}
