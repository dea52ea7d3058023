import { readParagraphNumber } from "../../../bofip/paragraphs/paragraph-number.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import type { RenderedAnswer } from "../../http/response/body.ts";
import { citingPath } from "../../pages/addresses.ts";
import { redirectTo, renderPage } from "../../pages/answer.ts";
import { answerCached, type PageContext } from "../../pages/context.ts";
import { readDocumentAddress } from "../documents/page/address.ts";
import { readCiting } from "./citing.ts";
import { CitingDocuments } from "./citing-page.tsx";

/** The most cited document of the doctrine has a few hundred citing ones. */
const MOST_SHOWN = 500;

/**
 * The page of what cites a document or one of its §.
 * @param written identifier and number as written in the address.
 * @throws {ApiError} `unknown_document`, `invalid_parameter` for what is not a § number.
 */
export async function showCiting(
  context: PageContext,
  written: string,
  number: string | undefined,
): Promise<Response | RenderedAnswer> {
  const paragraphe = number === undefined ? null : readParagraphNumber(number);
  if (number !== undefined && paragraphe === null)
    throw new ApiError("invalid_parameter", { reason: "Un numéro de § est attendu, comme 130." });
  const address = readDocumentAddress(written, null);
  if (address.kind === "other") return redirectTo(`${address.path}/citants`, 308);
  const { boiId } = address.id;
  return await answerCached(context, citingPath(boiId, paragraphe), async () => {
    const page = await readCiting(context.database, { boiId, paragraphe, limit: MOST_SHOWN, offset: 0 });
    return renderPage(<CitingDocuments {...page} />);
  });
}
