import { parisDay } from "../../../bofip/days/paris-day.ts";
import { isRealDate } from "../../../bofip/identifiers/identifier.ts";
import { FINGERPRINT } from "../../../bofip/text/fingerprint.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import type { RenderedAnswer } from "../../http/response/body.ts";
import { askedText } from "../../schemas/parameters/asked-text.ts";
import { findText } from "../../services/texts/find-text.ts";
import { consultationPath } from "../addresses.ts";
import { redirectTo } from "../answer.ts";
import { answerCached, type PageContext } from "../context.ts";
import { readDocumentAddress } from "./address.ts";
import { documentPage } from "./page.tsx";

/**
 * The page that an address of `/consultation` identifies, or a redirection to its canonical address.
 * @param date as written in the address.
 * @param empreinte of a wording of the edition of that day, when it is not the edition's own.
 * @throws {ApiError} `unknown_document`, `unknown_wording`, `wording_erased`
 */
export async function showDocument(
  context: PageContext,
  written: string,
  date: string | null,
  empreinte: string | undefined,
): Promise<Response | RenderedAnswer> {
  const address = readDocumentAddress(written, date);
  if (address.kind === "other") return redirectTo(address.path, 308);
  const { id } = address;
  if (empreinte !== undefined && !FINGERPRINT.test(empreinte))
    throw new ApiError("unknown_wording", { id: id.boiId, empreinte });
  const path = consultationPath(id.boiId, id.date, empreinte ?? null);
  try {
    return await answerCached(context, path, () =>
      documentPage(context, id.boiId, askedText(id, { empreinte })),
    );
  } catch (error) {
    const isNoStart = id.date !== null && empreinte === undefined && isUnknown(error);
    if (isNoStart) return await leadToEdition(context, id.boiId, id.date);
    throw error;
  }
}

/**
 * The page of the text that a document shows, or the way to that of a day: the form of the page asks for one without a
 * script, `/consultation/ID?date=2022-01-01`.
 * @throws {ApiError} as `showDocument`, and `invalid_parameter` for what is no day, or one to come.
 */
export async function showLatest(
  context: PageContext,
  written: string,
  date: string | undefined,
): Promise<Response | RenderedAnswer> {
  if (date === undefined) return await showDocument(context, written, null, undefined);
  if (!isRealDate(date) || date > parisDay(context.clock()))
    throw new ApiError("invalid_parameter", {
      reason: "Dans l'adresse, « date » doit être un jour AAAA-MM-JJ, jusqu'à aujourd'hui.",
    });
  const address = readDocumentAddress(written, date);
  return redirectTo(address.kind === "other" ? address.path : consultationPath(address.id.boiId, date), 303);
}

function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && error.code === "unknown_document";
}

/**
 * To the edition in force on a day on which none begins; a browser keeps the fragment. Not for ever: another edition
 * of that day may be received.
 * @throws {ApiError} `unknown_document`, `edition_not_held`, `document_withdrawn`, `wording_erased`
 */
async function leadToEdition(context: PageContext, boiId: string, date: string): Promise<Response> {
  if (date > parisDay(context.clock())) throw new ApiError("unknown_document", { id: boiId });
  const { date_publication } = await findText(context.database, boiId, { kind: "day", date, knownOn: null });
  return redirectTo(consultationPath(boiId, date_publication), 303);
}
