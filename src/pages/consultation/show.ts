import type { RenderedAnswer } from "../../http/response/body.ts";
import { consultationPath } from "../addresses.ts";
import { redirectTo } from "../answer.ts";
import { answerCached, type PageContext } from "../context.ts";
import { readDocumentAddress } from "./address.ts";
import { documentPage } from "./page.tsx";

/**
 * The page that an address of `/consultation` names, or the way to its proper address.
 * @param date as written in the address.
 * @throws {ApiError} `unknown_document`
 */
export async function showDocument(
  context: PageContext,
  written: string,
  date: string | null,
): Promise<Response | RenderedAnswer> {
  const address = readDocumentAddress(written, date);
  if (address.kind === "other") return redirectTo(address.path, 308);
  const { id } = address;
  return await answerCached(context, consultationPath(id.boiId, id.date), () =>
    documentPage(context.database, id),
  );
}
