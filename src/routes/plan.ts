import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { admitted, type LimitDeps } from "../access/rate-limit.ts";
import { type KeepingDeps, keptByRevision, revalidated } from "../http/response/hooks.ts";
import { planPath } from "../schemas/parameters.ts";
import { Day, DocumentStatut, keyedAnswers, Nullable, unchangedAnswer } from "../schemas/responses.ts";
import { readPlanNode } from "../services/plan.ts";

const Child = t.Object({
  chemin: t.String({ examples: ["IR/LIQ"] }),
  segment: t.String({ examples: ["LIQ"] }),
  titre: t.String(),
  documents: t.Integer({ description: "Documents en vigueur à ce nœud et en dessous." }),
});

const Listed = t.Object({
  boi_id: t.String(),
  titre: t.String(),
  statut: DocumentStatut,
  date_publication: Day,
  url: t.String({ description: "Page officielle." }),
});

const PlanAnswer = t.Object({
  chemin: t.String(),
  titre: Nullable(t.String()),
  children: t.Array(Child),
  documents: t.Array(Listed),
});

const detail = {
  tags: ["Plan"],
  summary: "Plan de classement",
  description: "Un nœud du plan, ses subdivisions et ses documents ; sans chemin, la racine.",
};

export const plan = (deps: LimitDeps & KeepingDeps) =>
  new Elysia({ name: "plan", prefix: "/v1", normalize: false })
    .use(admitted(deps))
    .use(keptByRevision(deps))
    .get("/plan", () => readPlanNode(deps.database, ""), {
      query: t.Object({}, { additionalProperties: false }),
      response: { ...keyedAnswers(PlanAnswer), ...unchangedAnswer },
      beforeHandle: revalidated,
      detail,
    })
    .get("/plan/*", ({ params }) => readPlanNode(deps.database, params["*"]), {
      params: t.Object({
        "*": planPath({ description: "Segments séparés par des barres.", examples: ["IR/LIQ/20"] }),
      }),
      query: t.Object({}, { additionalProperties: false }),
      response: { ...keyedAnswers(PlanAnswer), ...unchangedAnswer },
      beforeHandle: revalidated,
      detail,
    });
