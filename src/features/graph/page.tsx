import { readParagraphNumber } from "../../../bofip/paragraphs/paragraphs.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import type { RenderedAnswer } from "../../http/response/body.ts";
import { citingPath, consultationPath, paragraphAnchor } from "../../pages/addresses.ts";
import { answerCached, type PageContext, redirectTo, renderPage } from "../../pages/answer.ts";
import { readDocumentAddress } from "../../pages/asked-address.ts";
import { Page } from "../../pages/layout.tsx";
import { CitingEntries, paragraphName } from "../../pages/lists/citing-entries.tsx";
import { countDocuments } from "../../pages/paging.tsx";
import type { CitingPage } from "./answer.ts";
import { readCiting } from "./service.ts";

/** The most cited document of the doctrine has a few hundred citing ones. */
const MOST_SHOWN = 500;

/**
 * The page of what cites a document or one of its §, as written in the address.
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

function CitingDocuments({ boi_id: boiId, paragraphe, total, citants }: CitingPage) {
  const named = paragraphe === null ? boiId : `${boiId}, ${paragraphName(paragraphe)}`;
  const anchor = paragraphe === null ? "" : `#${paragraphAnchor(paragraphe)}`;
  return (
    <Page
      title={`Cité par – ${named}`}
      description={`Documents de la doctrine en vigueur qui citent ${named}.`}
    >
      <div class="plan">
        <h1 class="plan-title">
          Documents qui citent{" "}
          <a class="whole" href={consultationPath(boiId) + anchor}>
            {named}
          </a>
        </h1>
        <p>
          {total === 0 ? "Aucun document en vigueur ne le cite." : `${countDocuments(total)} en vigueur.`}
          {citants.length < total ? ` Les ${citants.length} qui le mentionnent le plus :` : ""}
        </p>
        <CitingEntries documents={citants} />
      </div>
    </Page>
  );
}
