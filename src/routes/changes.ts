import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { admitted, type LimitDeps } from "../access/rate-limit.ts";
import { type KeepingDeps, keptByRevision } from "../http/response/hooks.ts";
import { ChangeList } from "../schemas/answers/changes.ts";
import { integer, pastDate } from "../schemas/parameters.ts";
import { keyedAnswers } from "../schemas/responses.ts";
import { listChanges } from "../services/changes.ts";

export const changes = (deps: LimitDeps & KeepingDeps & { readonly clock: () => Date }) =>
  new Elysia({ name: "changes", prefix: "/v1", normalize: false })
    .use(admitted(deps))
    .use(keptByRevision(deps))
    .get("/changes", ({ query }) => listChanges(deps.database, query), {
      query: t.Object(
        {
          since: pastDate(deps.clock, { description: "Premier jour, compris.", examples: ["2026-01-01"] }),
          limit: integer(1, 1000, 500, { description: "Nombre d'entrées." }),
          offset: integer(0, 10_000, 0, { description: "Nombre d'entrées à passer." }),
        },
        { additionalProperties: false },
      ),
      response: keyedAnswers(ChangeList),
      detail: {
        tags: ["Suivi"],
        summary: "Documents publiés, modifiés ou retirés",
        description:
          "Du plus récent au plus ancien, avec l'actualité qui annonce chaque changement quand elle est connue.",
      },
    });
