import { FINGERPRINT } from "../../../bofip/text/fingerprint.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import type { RenderedAnswer } from "../../http/response/body.ts";
import { askedText } from "../../schemas/parameters/asked-text.ts";
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
  return await answerCached(context, path, () =>
    documentPage(context, id.boiId, askedText(id, { empreinte })),
  );
}
