import { FINGERPRINT } from "../../../bofip/text/fingerprint.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import { type RenderedAnswer, renderedText } from "../../http/response/body.ts";
import { tableCsvPath } from "../../pages/addresses.ts";
import { answerCached, type PageContext, redirectTo } from "../../pages/answer.ts";

import { askedText } from "../../schemas/parameters/asked-text.ts";
import { readDocumentAddress } from "../documents/page/address.ts";
import { readTableCsv } from "./service.ts";

/** A table of an edition, as an address writes them. */
interface WrittenTable {
  readonly id: string;
  readonly date: string;
  /** `3.csv` */
  readonly file: string;
  readonly empreinte: string | undefined;
}

/**
 * A table of a document as a CSV file, or a redirection to its canonical address.
 * @throws {ApiError} `unknown_route` for no name of a file, and as `readTableCsv`
 */
export async function showTable(
  context: PageContext,
  written: WrittenTable,
): Promise<Response | RenderedAnswer> {
  const { date, file, empreinte = null } = written;
  const rang = Number(/^([1-9]\d{0,3})\.csv$/.exec(file)?.[1]);
  if (Number.isNaN(rang))
    throw new ApiError("unknown_route", { path: `/consultation/${written.id}/${date}/tableaux/${file}` });
  if (empreinte !== null && !FINGERPRINT.test(empreinte))
    throw new ApiError("unknown_wording", { id: written.id, empreinte });
  const address = readDocumentAddress(written.id, date);
  if (address.kind === "other") return redirectTo(`${address.path}/tableaux/${file}`, 308);
  const { boiId } = address.id;
  const asked = askedText(address.id, { empreinte: empreinte ?? undefined });
  const path = tableCsvPath({ boiId, date, empreinte }, rang);
  const headers = {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="${boiId}-${date}-tableau-${rang}.csv"`,
  };
  const render = async () => renderedText(await readTableCsv(context, { boiId, asked, rang }));
  return await answerCached(context, path, render, headers);
}
