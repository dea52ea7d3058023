import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Database } from "../../../db/postgres/database.ts";
import type { Gates } from "../../access/gates.ts";
import { revalidated } from "../../http/exchange.ts";
import { addressedPath } from "../../schemas/parameters/filters.ts";
import { keyedAnswers, unchangedAnswer } from "../../schemas/responses.ts";
import { ClassificationNode, readClassificationNode } from "./service.ts";

const detail = {
  operationId: "getClassificationRoot",
  tags: ["Plan"],
  summary: "Plan de classement",
  description: "Un nœud du plan, ses subdivisions et ses documents ; sans chemin, la racine.",
};

export const plan = (gates: Gates, deps: { readonly database: Database }) =>
  new Elysia({ name: "plan", prefix: "/v1", normalize: false })
    .use(gates.admitted)
    .use(gates.keptByRevision)
    .get("/plan", () => readClassificationNode(deps.database, ""), {
      query: t.Object({}, { additionalProperties: false }),
      response: { ...keyedAnswers(ClassificationNode), ...unchangedAnswer },
      beforeHandle: revalidated,
      detail,
    })
    .get("/plan/*", ({ params }) => readClassificationNode(deps.database, params["*"]), {
      params: t.Object({
        "*": addressedPath({ description: "Segments séparés par des barres.", examples: ["IR/LIQ/20"] }),
      }),
      query: t.Object({}, { additionalProperties: false }),
      response: { ...keyedAnswers(ClassificationNode), ...unchangedAnswer },
      beforeHandle: revalidated,
      detail,
    });
