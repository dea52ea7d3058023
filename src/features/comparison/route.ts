import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Gates } from "../../access/gates.ts";
import { revalidated } from "../../http/exchange.ts";
import { askedSides, demandOneTextASide, sidesQuery } from "../../schemas/parameters/asked-text.ts";
import { documentId } from "../../schemas/parameters/parameter.ts";
import { textAnswers, unchangedAnswer } from "../../schemas/responses.ts";
import { DocumentComparison } from "./answer.ts";
import { type ComparisonDeps, compareEditions } from "./service.ts";

export const comparison = (gates: Gates, deps: ComparisonDeps & { readonly clock: () => Date }) =>
  new Elysia({ name: "comparison", prefix: "/v1", normalize: false })
    .use(gates.admitted)
    .use(gates.keptByRevision)
    .get(
      "/boi/:id/comparaison",
      ({ params: { id }, query }) =>
        compareEditions(deps, { boiId: id.boiId, ...askedSides(query) }, "keyed"),
      {
        params: t.Object({ id: documentId({ examples: ["BOI-IR-LIQ-20-10"] }) }),
        query: t.Object(sidesQuery(deps.clock), { additionalProperties: false }),
        transform: demandOneTextASide,
        response: { ...textAnswers(DocumentComparison), ...unchangedAnswer },
        beforeHandle: revalidated,
        detail: {
          operationId: "compareTexts",
          tags: ["Documents"],
          summary: "Deux textes comparés",
          description:
            "§ par § et mot à mot ; par défaut, l'édition d'avant et celle d'aujourd'hui. Accepte If-None-Match.",
        },
      },
    );
