import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { admitted, type LimitDeps } from "../access/rate-limit.ts";
import { type KeepingDeps, keptByRevision, revalidated } from "../http/response/hooks.ts";
import { ClassificationNode } from "../schemas/answers/classification.ts";
import { planPath } from "../schemas/parameters.ts";
import { keyedAnswers, unchangedAnswer } from "../schemas/responses.ts";
import { readPlanNode } from "../services/plan.ts";

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
      response: { ...keyedAnswers(ClassificationNode), ...unchangedAnswer },
      beforeHandle: revalidated,
      detail,
    })
    .get("/plan/*", ({ params }) => readPlanNode(deps.database, params["*"]), {
      params: t.Object({
        "*": planPath({ description: "Segments séparés par des barres.", examples: ["IR/LIQ/20"] }),
      }),
      query: t.Object({}, { additionalProperties: false }),
      response: { ...keyedAnswers(ClassificationNode), ...unchangedAnswer },
      beforeHandle: revalidated,
      detail,
    });
