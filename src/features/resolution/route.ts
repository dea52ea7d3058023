import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Gates } from "../../access/gates.ts";
import { requestContext } from "../../http/exchange.ts";
import { text } from "../../schemas/parameters/parameter.ts";
import { keyedAnswers } from "../../schemas/responses.ts";
import { Resolution } from "./answer.ts";
import type { LawDeps } from "./law.ts";
import { resolveReference } from "./service.ts";

export const resolution = (gates: Gates, deps: LawDeps) =>
  new Elysia({ name: "resolution", prefix: "/v1", normalize: false })
    .use(gates.admitted)
    .get(
      "/resolution",
      ({ request, query: { ref } }) => requestContext(request, () => resolveReference(deps, ref)),
      {
        query: t.Object(
          {
            ref: text(1, 500, {
              description:
                "Ce que l'on a en main : identifiant sous toute forme, avec § et date ou sans ; permalien ; numéro PGP ; adresse de ce service ; rescrit, actualité, article, décision, loi, réponse ministérielle.",
              examples: ["BOI-IR-LIQ-20-10, § 40"],
              pattern: String.raw`\S`,
            }),
          },
          { additionalProperties: false },
        ),
        response: keyedAnswers(Resolution),
        detail: {
          operationId: "resolveReference",
          tags: ["Recherche"],
          summary: "Ce que désigne une référence",
          description:
            "Dit ce que la référence désigne, si ce service le détient, et à quelle adresse. Plusieurs choses, ou des choses qui se contredisent, sont `inconnu`, avec leurs candidats. 200 quoi qu'on ait écrit.",
        },
      },
    );
