import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Logger } from "pino";
import type { Admission } from "../../../db/admission/port.ts";
import type { KeyGrant } from "../../../db/keys/stored-key.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { logAccountAct } from "../../access/act-log.ts";
import type { Gates } from "../../access/gates.ts";
import { minuteEnd, monthEnd } from "../../access/rate-limit.ts";
import { admittedExchange } from "../../http/exchange.ts";
import { jsonBodyAfterKey } from "../../http/json-body.ts";
import { namedObject } from "../../schemas/named-object.ts";
import { text } from "../../schemas/parameters/parameter.ts";
import { accountAnswers, accountKeyAnswers, createdAnswers } from "../../schemas/responses.ts";
import { Account, AccountKeys, NewAccountKey, RevokedAccountKey } from "./answer.ts";
import { createKeyOfAccount, listKeysOfAccount, revokeKeyOfAccount } from "./service.ts";

const none = t.Object({}, { additionalProperties: false });
const tags = ["Compte"];
const FREE = "Compte dans la minute, jamais dans le mois : répond encore quand le quota est épuisé.";

interface AccountDeps {
  /** Where keys are stored. */
  readonly primary: Database;
  readonly logger: Pick<Logger, "info">;
}

export const account = (gates: Gates, { primary, logger }: AccountDeps) =>
  new Elysia({ name: "account", prefix: "/v1", normalize: false })
    .use(gates.admittedForFree)
    .get(
      "/compte",
      ({ request }) => {
        const { grant, admission } = admittedExchange(request);
        return describeAccount(grant, admission);
      },
      {
        query: none,
        response: accountAnswers(Account),
        detail: {
          operationId: "getAccount",
          tags,
          summary: "Formule, limites et usage du compte",
          description: FREE,
        },
      },
    )
    .get(
      "/compte/cles",
      ({ request }) => listKeysOfAccount(primary, admittedExchange(request).grant.accountId),
      {
        query: none,
        response: accountAnswers(AccountKeys),
        detail: {
          operationId: "listAccountKeys",
          tags,
          summary: "Clés du compte",
          description: `Celles que le compte peut encore employer, avec leur nom. ${FREE}`,
        },
      },
    )
    .post(
      "/compte/cles",
      async ({ request, body, set }) => {
        const { grant } = admittedExchange(request);
        const created = await createKeyOfAccount(primary, grant, body.name);
        logAccountAct(logger, request, grant, "key created", created.visible_start);
        set.status = 201;
        return created;
      },
      {
        query: none,
        ...jsonBodyAfterKey(
          namedObject(
            "AccountKeyRequest",
            {
              name: text(1, 100, {
                description: "À quoi sert la clé ; sans caractère de contrôle ni de mise en forme.",
                examples: ["Production"],
              }),
            },
            { additionalProperties: false },
          ),
        ),
        response: createdAnswers(NewAccountKey),
        detail: {
          operationId: "createAccountKey",
          tags,
          summary: "Créer une clé du compte",
          description: `Cinq au plus ; sous la même formule, le même quota et la même limite par minute. La clé n'est donnée qu'ici. ${FREE}`,
        },
      },
    )
    .delete(
      "/compte/cles/:visible_start",
      async ({ request, params }) => {
        const { grant } = admittedExchange(request);
        const revoked = await revokeKeyOfAccount(primary, grant, params.visible_start);
        logAccountAct(logger, request, grant, "key revoked", revoked.visible_start);
        return revoked;
      },
      {
        params: t.Object({
          visible_start: text(1, 100, {
            description: "Douze premiers caractères de la clé.",
            examples: ["boi_4fTq9ZkB"],
          }),
        }),
        query: none,
        response: accountKeyAnswers(RevokedAccountKey),
        detail: {
          operationId: "revokeAccountKey",
          tags,
          summary: "Révoquer une clé du compte",
          description: `Elle est refusée partout en moins d'une minute. La dernière ne se révoque pas. ${FREE}`,
        },
      },
    );

/** The account of a key as the admission of this very request saw it: nothing more is read. */
function describeAccount(grant: KeyGrant, admission: Admission): Account {
  const { at } = admission;
  return {
    cle: grant.visibleStart,
    nom: grant.name,
    plan: grant.plan,
    semantique: grant.semantic,
    expiration: grant.expiresAt?.toISOString() ?? null,
    minute: {
      limite: admission.minuteLimit,
      restant: admission.minuteRemaining,
      reinitialisation: minuteEnd(at).toISOString(),
    },
    mois: {
      mois: at.toISOString().slice(0, 7),
      quota: admission.monthlyQuota,
      utilise: admission.monthUsed,
      restant: admission.monthRemaining,
      reinitialisation: monthEnd(at).toISOString(),
    },
  };
}
