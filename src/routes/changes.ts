import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Database } from "../../db/postgres/database.ts";
import type { Gates } from "../access/gates.ts";
import { ChangeList } from "../schemas/answers/changes.ts";
import { pastDate } from "../schemas/parameters/date.ts";
import { integer } from "../schemas/parameters/numbers.ts";
import { keyedAnswers } from "../schemas/responses.ts";
import { listChanges } from "../services/changes.ts";

export const changes = (gates: Gates, deps: { readonly database: Database; readonly clock: () => Date }) =>
  new Elysia({ name: "changes", prefix: "/v1", normalize: false })
    .use(gates.admitted)
    .use(gates.keptByRevision)
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
