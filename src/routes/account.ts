import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Gates } from "../access/gates.ts";
import { admittedExchange } from "../http/exchange.ts";
import { Account } from "../schemas/answers/account.ts";
import { accountAnswers } from "../schemas/responses.ts";
import { describeAccount } from "../services/account.ts";

export const account = (gates: Gates) =>
  new Elysia({ name: "account", prefix: "/v1", normalize: false }).use(gates.admittedForFree).get(
    "/compte",
    ({ request }) => {
      const { grant, admission } = admittedExchange(request);
      return describeAccount(grant, admission);
    },
    {
      query: t.Object({}, { additionalProperties: false }),
      response: accountAnswers(Account),
      detail: {
        operationId: "getAccount",
        tags: ["Compte"],
        summary: "Formule, limites et usage de la clé",
        description: "Compte dans la minute, jamais dans le mois : répond encore quand le quota est épuisé.",
      },
    },
  );
