import { asciiUpperCase } from "../../../bofip/identifiers/identifier.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import type { RenderedAnswer } from "../../http/response/body.ts";
import { journalPagePath } from "../addresses.ts";
import { answerCached, type PageContext } from "../context.ts";
import { journalPage } from "./page.tsx";

/**
 * The journal of a month, all series or one. @throws {ApiError} `unknown_route` for what is not a month or a series.
 */
export async function showJournal(
  context: PageContext,
  written: Readonly<Record<string, string | undefined>>,
): Promise<RenderedAnswer> {
  const { mois = "", domaine: named = "" } = written;
  const domaine = asciiUpperCase(named);
  const isKnown = domaine === "" || context.domains.codes().includes(domaine);
  if (!isKnown || !/^(?:\d{4}-\d\d)?$/.test(mois)) throw new ApiError("unknown_route", { path: "/journal" });
  const address = { mois: mois === "" ? null : mois, domaine: domaine === "" ? null : domaine };
  const path = journalPagePath(address.mois, address.domaine);
  return await answerCached(context, path, () => journalPage(context, address));
}
