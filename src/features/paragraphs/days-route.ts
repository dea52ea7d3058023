import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Gates } from "../../access/gates.ts";
import { revalidated } from "../../http/response/hooks.ts";
import { pastDays } from "../../schemas/parameters/days.ts";
import { undatedId } from "../../schemas/parameters/document-id.ts";
import { paragraphNumber } from "../../schemas/parameters/paragraph-number.ts";
import { documentAnswers, unchangedAnswer } from "../../schemas/responses.ts";
import type { DocumentDeps } from "../documents/service.ts";
import { readParagraphOnDays } from "./days.ts";
import { ParagraphOnDays } from "./days-answer.ts";

const MOST_DAYS = 10;

export const paragraphOnDays = (gates: Gates, deps: DocumentDeps & { readonly clock: () => Date }) =>
  new Elysia({ name: "paragraphOnDays", prefix: "/v1", normalize: false })
    .use(gates.admitted)
    .use(gates.keptByRevision)
    .get(
      "/boi/:id/paragraphes/:numero/jours",
      ({ params: { id: boiId, numero }, query: { le: days } }) =>
        readParagraphOnDays(deps, { boiId, numero, days }),
      {
        params: t.Object({
          id: undatedId({ description: "Identifiant, sans date.", examples: ["BOI-IR-LIQ-20-10"] }),
          numero: paragraphNumber({ description: "Numéro du §.", examples: ["40"] }),
        }),
        query: t.Object(
          {
            le: pastDays(deps.clock, MOST_DAYS, {
              description: `De 1 à ${MOST_DAYS} jours, à Paris, séparés par des virgules.`,
              examples: ["2025-11-03,2026-07-01"],
            }),
          },
          { additionalProperties: false },
        ),
        response: { ...documentAnswers(ParagraphOnDays), ...unchangedAnswer },
        beforeHandle: revalidated,
        detail: {
          operationId: "getParagraphOnDays",
          tags: ["Documents"],
          summary: "Un paragraphe (§) à plusieurs dates",
          description:
            "Ce que disait un § chacun de ces jours, ou pourquoi rien n'en est donné, pour une seule unité. Accepte If-None-Match.",
        },
      },
    );
