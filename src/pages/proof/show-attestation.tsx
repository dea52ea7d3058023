import { FINGERPRINT } from "../../../bofip/text/fingerprint.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import type { RenderedAnswer } from "../../http/response/body.ts";
import { askedText } from "../../schemas/parameters/asked-text.ts";
import { type AttestationDeps, readAttestation } from "../../services/proof/attestation.ts";
import { answerProvisionalPage, redirectTo, renderPage } from "../answer.ts";
import { readDocumentAddress } from "../consultation/address.ts";
import { AttestationPage } from "./attestation-page.tsx";

/** A § of an edition, as the address of its attestation writes it. */
interface WrittenParagraph {
  readonly id: string;
  readonly date: string;
  readonly numero: string;
  readonly empreinte: string | undefined;
}

/**
 * The attestation of a §, as a page or as the file that is checked. The next checkpoint or timestamp may better it:
 * neither is kept.
 * @throws {ApiError} as `readAttestation`
 */
export async function showAttestation(
  deps: AttestationDeps,
  written: WrittenParagraph,
  form: "page" | "file",
): Promise<Response | RenderedAnswer> {
  const { date, empreinte = null } = written;
  if (empreinte !== null && !FINGERPRINT.test(empreinte))
    throw new ApiError("unknown_wording", { id: written.id, empreinte });
  const address = readDocumentAddress(written.id, date);
  const numero = written.numero.trim();
  if (address.kind === "other") return redirectTo(address.path, 308);
  const { boiId } = address.id;
  const asked = askedText(address.id, { empreinte: empreinte ?? undefined });
  const attestation = await readAttestation(deps, { boiId, asked, numero });
  if (form === "page")
    return answerProvisionalPage(
      renderPage(<AttestationPage attestation={attestation} asked={{ date, empreinte }} />),
    );
  const name = `attestation-${boiId}-${date}-${numero.replace(/\W+/g, "-")}.json`;
  return new Response(JSON.stringify(attestation), {
    headers: {
      "content-type": "application/json; charset=utf-8",
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
    },
  });
}
