import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Database } from "../../../db/postgres/database.ts";
import type { Gates } from "../../access/gates.ts";
import { revalidated } from "../../http/exchange.ts";
import { choice, documentId, integer } from "../../schemas/parameters/parameter.ts";
import { documentAnswers, unchangedAnswer } from "../../schemas/responses.ts";
import { Graph } from "./answer.ts";
import { exploreGraph } from "./service.ts";

export const graph = (gates: Gates, deps: { readonly database: Database }) =>
  new Elysia({ name: "graph", prefix: "/v1", normalize: false })
    .use(gates.admitted)
    .use(gates.keptByRevision)
    .get(
      "/boi/:id/graph",
      ({ params, query }) => exploreGraph(deps.database, { ...query, boiId: params.id.boiId }),
      {
        params: t.Object({ id: documentId({ examples: ["BOI-IR-LIQ-20-10"] }) }),
        query: t.Object(
          {
            depth: integer(1, 3, 1, { description: "Nombre de renvois suivis." }),
            direction: choice(["cites", "citants", "both"], "cites", {
              description: "cites : documents cités ; citants : documents qui citent ; both : les deux.",
            }),
          },
          { additionalProperties: false },
        ),
        response: { ...documentAnswers(Graph), ...unchangedAnswer },
        beforeHandle: revalidated,
        detail: {
          operationId: "getGraph",
          tags: ["Documents"],
          summary: "Graphe des renvois",
          description:
            "Explore les renvois entre documents en largeur, chaque document une fois à sa plus petite distance.",
        },
      },
    );
