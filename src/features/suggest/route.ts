import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Database } from "../../../db/postgres/database.ts";
import type { FullTextReader } from "../../../search/fulltext/port.ts";
import type { Gates } from "../../access/gates.ts";
import { requestContext } from "../../http/exchange.ts";
import { integer, text } from "../../schemas/parameters/parameter.ts";
import { keyedAnswers } from "../../schemas/responses.ts";
import { Suggestions, suggestTitles } from "./service.ts";

export const suggest = (
  gates: Gates,
  deps: { readonly database: Database; readonly fulltext: FullTextReader },
) =>
  new Elysia({ name: "suggest", prefix: "/v1", normalize: false })
    .use(gates.admitted)
    .use(gates.keptForAMinute)
    .get("/suggest", ({ request, query }) => requestContext(request, () => suggestTitles(deps, query)), {
      query: t.Object(
        {
          q: text(2, 512, {
            description: "Début d'un titre ou d'un identifiant ; les fautes de frappe sont tolérées.",
            examples: ["bareme progresif"],
          }),
          limit: integer(1, 50, 10, { description: "Nombre de suggestions." }),
        },
        { additionalProperties: false },
      ),
      response: keyedAnswers(Suggestions),
      detail: {
        operationId: "suggestDocuments",
        tags: ["Recherche"],
        summary: "Suggestions de titres",
        description: "Documents en vigueur dont le titre ressemble au texte donné.",
      },
    });
