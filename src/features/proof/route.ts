import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Gates } from "../../access/gates.ts";
import { askedText, demandOneText, textQuery } from "../../schemas/parameters/asked-text.ts";
import { documentId, paragraphNumber } from "../../schemas/parameters/parameter.ts";
import { textAnswers } from "../../schemas/responses.ts";
import { Attestation } from "./answer.ts";
import { type AttestationDeps, readAttestation } from "./service.ts";

/** Not kept by revision: a checkpoint or a timestamp may come between two revisions of the corpus. */
export const attestation = (gates: Gates, deps: AttestationDeps) =>
  new Elysia({ name: "attestation", prefix: "/v1", normalize: false })
    .use(gates.admitted)
    .use(gates.placed)
    .get(
      "/boi/:id/paragraphes/:numero/attestation",
      ({ params: { id, numero }, query }) =>
        readAttestation(deps, { boiId: id.boiId, asked: askedText(id, query), numero }),
      {
        params: t.Object({
          id: documentId({
            description: "Identifiant du document ; suivi de -AAAAMMJJ, il nomme une de ses éditions.",
            examples: ["BOI-IR-LIQ-20-10"],
          }),
          numero: paragraphNumber({ description: "Numéro du §.", examples: ["10"] }),
        }),
        query: t.Object(textQuery(deps.clock), { additionalProperties: false }),
        transform: demandOneText,
        response: textAnswers(Attestation),
        detail: {
          operationId: "getAttestation",
          tags: ["Documents"],
          summary: "Attestation d'un paragraphe (§)",
          description:
            "En un seul JSON, de quoi prouver ce § sans nous : ses mots, les octets officiels, sa feuille du journal public de preuve, la tête signée, ses horodatages, et ce que chacun prouve ou ne prouve pas.",
        },
      },
    );
