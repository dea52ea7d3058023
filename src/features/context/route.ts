import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Gates } from "../../access/gates.ts";
import { exchangeOf, lawOf, requestContext, tellMeaningAway } from "../../http/exchange.ts";
import { jsonBodyAfterKey } from "../../http/json-body.ts";
import { type SemanticWarningDeps, warnOfMeaning } from "../../questions/unknown-words.ts";
import { namedObject } from "../../schemas/named-object.ts";
import { pastDate } from "../../schemas/parameters/days.ts";
import { type DomainList, filterParameters } from "../../schemas/parameters/filters.ts";
import { jsonInteger } from "../../schemas/parameters/parameter.ts";
import { editionsInForce, question } from "../../schemas/parameters/search-query.ts";
import { DEGRADED, semanticAnswers, withHeaders } from "../../schemas/responses.ts";
import { ContextAnswer } from "./answer.ts";
import { type ContextDeps, readContext } from "./service.ts";

interface RouteDeps extends ContextDeps, SemanticWarningDeps {
  readonly domains: DomainList;
}

export const context = (gates: Gates, deps: RouteDeps) =>
  new Elysia({ name: "context", prefix: "/v1", normalize: false })
    .use(gates.admittedToSemantic)
    .use(gates.keptForAMinute)
    .post(
      "/contexte",
      ({ request, body: { question, budget, date = null, droit = false, ...filter } }) =>
        requestContext(request, async () => {
          const exchange = exchangeOf(request);
          const found = await readContext(deps, { question, budget, date, filter, droit }, lawOf(request));
          exchange.isProvisional = found.isProvisional;
          if (found.version === null) tellMeaningAway(exchange);
          const { avertissements: said = [] } = await warnOfMeaning(deps, {
            editions: editionsInForce(date ?? undefined),
            version: found.version,
            stores: ["postings", "vectors"],
            revision: exchange.corpus?.revision ?? null,
          });
          const avertissements = [...(found.answer.avertissements ?? []), ...said];
          return avertissements.length === 0 ? found.answer : { ...found.answer, avertissements };
        }),
      {
        query: t.Object({}, { additionalProperties: false }),
        ...jsonBodyAfterKey(
          namedObject(
            "ContextRequest",
            {
              question,
              budget: jsonInteger(500, 60_000, 12_000, {
                description: "Caractères (points de code) que les textes donnés emploient au plus.",
              }),
              date: t.Optional(
                pastDate(deps.clock, {
                  description:
                    "Jour dont on veut les § : cherchés et lus dans les éditions en vigueur ce jour-là ; par défaut, dans celles d'aujourd'hui.",
                  examples: ["2021-01-01"],
                }),
              ),
              droit: t.Optional(
                t.Boolean({
                  description:
                    "Vrai : après un §, l'article de loi qu'il commente, dans sa version du jour, pour un tiers du budget au plus.",
                }),
              ),
              ...filterParameters(deps.domains),
            },
            { additionalProperties: false },
          ),
        ),
        response: semanticAnswers(withHeaders(ContextAnswer, DEGRADED)),
        detail: {
          operationId: "readContext",
          tags: ["Recherche"],
          summary: "Contexte pour un modèle de langue",
          description:
            "Les § qui répondent le mieux à une question, entiers et mot pour mot, dans un budget de caractères : trouvés par la recherche hybride, suivis des § auxquels ils renvoient tant que le budget dure, chacun avec son édition, son empreinte et la citation à employer. Le même texte n'est jamais donné deux fois. Pour une révision du corpus, la même demande donne la même réponse, sauf quand le sens est indisponible : les mots choisissent seuls, l'avertissement `sens_indisponible` et l'en-tête `X-Search-Degraded` le disent.",
        },
      },
    );
