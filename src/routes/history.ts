import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { admitted, type LimitDeps } from "../access/rate-limit.ts";
import { type KeepingDeps, keptByRevision } from "../http/response/hooks.ts";
import { History } from "../schemas/answers/history.ts";
import { documentId } from "../schemas/parameters.ts";
import { documentAnswers } from "../schemas/responses.ts";
import { readHistory } from "../services/versions.ts";

export const history = (deps: LimitDeps & KeepingDeps) =>
  new Elysia({ name: "history", prefix: "/v1", normalize: false })
    .use(admitted(deps))
    .use(keptByRevision(deps))
    .get("/boi/:id/historique", ({ params }) => readHistory(deps.database, params.id.boiId), {
      params: t.Object({ id: documentId({ examples: ["BOI-IR-LIQ-20-10"] }) }),
      query: t.Object({}, { additionalProperties: false }),
      response: documentAnswers(History),
      detail: {
        tags: ["Documents"],
        summary: "Historique des versions",
        description: "Éditions connues du document, de la plus récente à la plus ancienne.",
      },
    });
