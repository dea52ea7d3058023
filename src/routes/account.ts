import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { admittedExchange, admittedForFree, type LimitDeps } from "../access/rate-limit.ts";
import { accountAnswers, Instant, Nullable } from "../schemas/responses.ts";
import { describeAccount } from "../services/account.ts";

const AccountAnswer = t.Object({
  cle: t.String({ description: "Début visible de la clé, à citer au support.", examples: ["boi_4fTq9ZkB"] }),
  nom: t.String(),
  plan: t.String({ examples: ["pro"] }),
  semantique: t.Boolean({ description: "La formule comprend la recherche sémantique." }),
  expiration: Nullable(
    t.String({ format: "date-time", description: "Instant à partir duquel la clé est refusée." }),
  ),
  minute: t.Object({
    limite: t.Integer({ description: "Requêtes par minute glissante." }),
    restant: t.Integer({ description: "Après cette requête." }),
    reinitialisation: Instant,
  }),
  mois: t.Object({
    mois: t.String({ description: "Mois en cours, UTC.", examples: ["2026-11"] }),
    quota: Nullable(t.Integer({ description: "Réponses comptées par mois ; null = sans quota." })),
    utilise: t.Integer({ description: "Réponses comptées ce mois-ci." }),
    restant: Nullable(t.Integer()),
    reinitialisation: Instant,
  }),
});

export const account = (deps: LimitDeps) =>
  new Elysia({ name: "account", prefix: "/v1", normalize: false }).use(admittedForFree(deps)).get(
    "/compte",
    ({ request }) => {
      const { grant, admission } = admittedExchange(request);
      return describeAccount(grant, admission);
    },
    {
      query: t.Object({}, { additionalProperties: false }),
      response: accountAnswers(AccountAnswer),
      detail: {
        tags: ["Compte"],
        summary: "Formule, limites et usage de la clé",
        description: "Compte dans la minute, jamais dans le mois : répond encore quand le quota est épuisé.",
      },
    },
  );
