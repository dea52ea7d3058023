import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Database } from "../../db/postgres/database.ts";
import type { Gates } from "../access/gates.ts";
import { revalidated } from "../http/response/hooks.ts";
import { FullDocument } from "../schemas/answers/document.ts";
import { documentId } from "../schemas/parameters/document-id.ts";
import { documentAnswers, unchangedAnswer } from "../schemas/responses.ts";
import { readDocument } from "../services/documents.ts";

export const documents = (gates: Gates, deps: { readonly database: Database }) =>
  new Elysia({ name: "documents", prefix: "/v1", normalize: false })
    .use(gates.admitted)
    .use(gates.keptByRevision)
    .get("/boi/:id", ({ params }) => readDocument(deps.database, params.id), {
      params: t.Object({
        id: documentId({
          description: "Identifiant du document ; suivi de -AAAAMMJJ, il nomme une de ses éditions.",
          examples: ["BOI-IR-LIQ-20-10"],
        }),
      }),
      query: t.Object({}, { additionalProperties: false }),
      response: { ...documentAnswers(FullDocument), ...unchangedAnswer },
      beforeHandle: revalidated,
      detail: {
        tags: ["Documents"],
        summary: "Document complet",
        description:
          "Contenu, paragraphes numérotés, place dans le plan, renvois et articles cités. Accepte If-None-Match.",
      },
    });
