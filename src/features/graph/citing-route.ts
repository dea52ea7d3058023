import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Database } from "../../../db/postgres/database.ts";
import type { Gates } from "../../access/gates.ts";
import { revalidated } from "../../http/exchange.ts";
import { documentId, integer, paragraphNumber } from "../../schemas/parameters/parameter.ts";
import { documentAnswers, unchangedAnswer } from "../../schemas/responses.ts";
import { CitingPage } from "./answer.ts";
import { readCiting } from "./service.ts";

export const citing = (gates: Gates, deps: { readonly database: Database }) =>
  new Elysia({ name: "citing", prefix: "/v1", normalize: false })
    .use(gates.admitted)
    .use(gates.keptByRevision)
    .get(
      "/boi/:id/citants",
      ({ params, query: { paragraphe = null, ...page } }) =>
        readCiting(deps.database, { boiId: params.id.boiId, paragraphe, ...page }),
      {
        params: t.Object({ id: documentId({ examples: ["BOI-IR-LIQ-20-10"] }) }),
        query: t.Object(
          {
            paragraphe: t.Optional(
              paragraphNumber({ description: "Numéro d'un § du document ; sans lui, tout le document." }),
            ),
            limit: integer(1, 100, 20, { description: "Nombre de documents." }),
            offset: integer(0, 10_000, 0, { description: "Nombre de documents à passer." }),
          },
          { additionalProperties: false },
        ),
        response: { ...documentAnswers(CitingPage), ...unchangedAnswer },
        beforeHandle: revalidated,
        detail: {
          operationId: "listCitingDocuments",
          tags: ["Documents"],
          summary: "Documents qui citent",
          description:
            "Documents en vigueur qui citent un document, ou l'un de ses §, ceux qui le mentionnent le plus d'abord, avec leurs § d'où ils le citent. Accepte If-None-Match.",
        },
      },
    );
