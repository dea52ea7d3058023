import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Gates } from "../../access/gates.ts";
import { revalidated } from "../../http/exchange.ts";
import { askedText, demandOneText, textQuery } from "../../schemas/parameters/asked-text.ts";
import { documentId, paragraphNumber } from "../../schemas/parameters/parameter.ts";
import { textAnswers, unchangedAnswer } from "../../schemas/responses.ts";
import type { DocumentDeps } from "../documents/service.ts";
import { ParagraphAnswer } from "./answer.ts";
import { readParagraph } from "./service.ts";

export const paragraphs = (gates: Gates, deps: DocumentDeps) =>
  new Elysia({ name: "paragraphs", prefix: "/v1", normalize: false })
    .use(gates.admitted)
    .use(gates.keptByRevision)
    .get(
      "/boi/:id/paragraphes/:numero",
      ({ params: { id, numero }, query }) =>
        readParagraph(deps, { boiId: id.boiId, asked: askedText(id, query), numero }),
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
        response: { ...textAnswers(ParagraphAnswer), ...unchangedAnswer },
        beforeHandle: revalidated,
        detail: {
          operationId: "getParagraph",
          tags: ["Documents"],
          summary: "Un paragraphe (§)",
          description:
            "Le texte d'un §, son empreinte, et depuis quand il est inchangé dans les éditions détenues. Accepte If-None-Match.",
        },
      },
    );
