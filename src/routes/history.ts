import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { admitted, type LimitDeps } from "../access/rate-limit.ts";
import { type KeepingDeps, keptByRevision } from "../http/response/hooks.ts";
import { documentId } from "../schemas/parameters.ts";
import { Day, documentAnswers, ENDING, Nullable } from "../schemas/responses.ts";
import { readHistory } from "../services/versions.ts";

const Version = t.Object({
  date_publication: Day,
  date_mise_a_jour: Nullable(Day),
  statut: t.Union([
    t.Literal("en_vigueur"),
    t.Literal("remplace"),
    t.Literal("retire"),
    t.Literal("transfere"),
  ]),
  current: t.Boolean({ description: "Vrai pour l'édition en vigueur ; une au plus." }),
});

const HistoryAnswer = t.Object({ boi_id: t.String(), ...ENDING, versions: t.Array(Version) });

export const history = (deps: LimitDeps & KeepingDeps) =>
  new Elysia({ name: "history", prefix: "/v1", normalize: false })
    .use(admitted(deps))
    .use(keptByRevision(deps))
    .get("/boi/:id/historique", ({ params }) => readHistory(deps.database, params.id.boiId), {
      params: t.Object({ id: documentId({ examples: ["BOI-IR-LIQ-20-10"] }) }),
      query: t.Object({}, { additionalProperties: false }),
      response: documentAnswers(HistoryAnswer),
      detail: {
        tags: ["Documents"],
        summary: "Historique des versions",
        description: "Éditions connues du document, de la plus récente à la plus ancienne.",
      },
    });
