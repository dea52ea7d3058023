import { isRealDate } from "../../../bofip/identifiers/identifier.ts";
import { FINGERPRINT } from "../../../bofip/text/fingerprint.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import type { RenderedAnswer } from "../../http/response/body.ts";
import type { AskedText } from "../../schemas/parameters/asked-text.ts";
import { compareEditions } from "../../services/texts/comparison.ts";
import { comparisonPath } from "../addresses.ts";
import { redirectTo, renderPage } from "../answer.ts";
import { readDocumentAddress } from "../consultation/address.ts";
import { answerCached, type PageContext } from "../context.ts";
import { ComparisonPage } from "./view.tsx";

interface ComparisonQuery {
  readonly de?: string | undefined;
  readonly a?: string | undefined;
  /** Of the form of a document's page: two starts of editions, in any order. */
  readonly edition?: string | undefined;
  readonly avec?: string | undefined;
}

/**
 * The page that compares two texts of a document.
 * @param sides as written in the address: a day or a fingerprint each.
 * @throws {ApiError} `invalid_parameter` for a side that is neither, and as `compareEditions`
 */
export async function showComparison(
  context: PageContext,
  written: string,
  { de = "", a = "", edition, avec }: ComparisonQuery,
): Promise<Response | RenderedAnswer> {
  const address = readDocumentAddress(written, null);
  if (address.kind === "other") return redirectTo(`${address.path}/comparaison`, 308);
  const { boiId } = address.id;
  if (edition !== undefined && avec !== undefined) {
    const [earlier = "", later = ""] = [edition, avec].sort();
    return redirectTo(comparisonPath(boiId, earlier, later), 303);
  }
  const request = { boiId, de: readSide("de", de), a: readSide("a", a) };
  return await answerCached(context, comparisonPath(boiId, de, a), async () =>
    renderPage(<ComparisonPage comparison={await compareEditions(context, request, "visitor")} />),
  );
}

function readSide(name: string, written: string): AskedText | null {
  if (written === "") return null;
  if (isRealDate(written)) return { kind: "day", date: written, knownOn: null };
  if (FINGERPRINT.test(written)) return { kind: "wording", empreinte: written };
  const reason = `Dans l'adresse, « ${name} » doit être un jour AAAA-MM-JJ ou une empreinte.`;
  throw new ApiError("invalid_parameter", { reason });
}
