import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { parisDay } from "../../../bofip/days/days.ts";
import type { Database } from "../../../db/postgres/database.ts";
import type { Gates } from "../../access/gates.ts";
import { documentId } from "../../schemas/parameters/parameter.ts";
import { documentAnswers } from "../../schemas/responses.ts";
import { History } from "./answer.ts";
import { readHistory } from "./service.ts";

interface HistoryDeps {
  readonly database: Database;
  readonly clock: () => Date;
}

export const history = (gates: Gates, deps: HistoryDeps) =>
  new Elysia({ name: "history", prefix: "/v1", normalize: false })
    .use(gates.admitted)
    .use(gates.keptByRevision)
    .get(
      "/boi/:id/historique",
      ({ params }) => readHistory(deps.database, params.id.boiId, parisDay(deps.clock())),
      {
        params: t.Object({ id: documentId({ examples: ["BOI-IR-LIQ-20-10"] }) }),
        query: t.Object({}, { additionalProperties: false }),
        response: documentAnswers(History),
        detail: {
          operationId: "getHistory",
          tags: ["Documents"],
          summary: "Historique des éditions",
          description: "Éditions connues du document, de la plus récente à la plus ancienne.",
        },
      },
    );
