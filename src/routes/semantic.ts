import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { admittedToSemantic, type LimitDeps } from "../access/rate-limit.ts";
import { askingFor } from "../http/exchange.ts";
import { jsonBodyAfterKey } from "../http/json-body.ts";
import { type KeepingDeps, keptForAMinute } from "../http/response/hooks.ts";
import type { DomainList } from "../schemas/domains.ts";
import { domainCode, jsonInteger, text } from "../schemas/parameters.ts";
import { SearchHit, semanticAnswers } from "../schemas/responses.ts";
import { type SemanticDeps, searchByMeaning } from "../services/semantic.ts";

const SemanticAnswer = t.Object({ results: t.Array(SearchHit) });

export const semantic = (deps: LimitDeps & KeepingDeps & SemanticDeps & { readonly domains: DomainList }) =>
  new Elysia({ name: "semantic", prefix: "/v1", normalize: false })
    .use(admittedToSemantic(deps))
    .use(keptForAMinute(deps))
    .post(
      "/search/semantic",
      ({ request, body: { question, top_k: limit, domaine = null } }) =>
        askingFor(request, () => searchByMeaning(deps, { question, limit, domaine })),
      {
        ...jsonBodyAfterKey,
        query: t.Object({}, { additionalProperties: false }),
        body: t.Object(
          {
            question: text(3, 500, {
              description: "Question en langage courant.",
              examples: [
                "Mes jeunes enfants sont gardés par une assistante maternelle : ai-je droit à un crédit d'impôt ?",
              ],
            }),
            top_k: jsonInteger(1, 50, 10, { description: "Nombre de documents." }),
            domaine: t.Optional(
              domainCode(() => deps.domains.codes(), {
                description: "Série du plan, comme IR ou TVA ; sans elle, toutes.",
              }),
            ),
          },
          { additionalProperties: false },
        ),
        response: semanticAnswers(SemanticAnswer),
        detail: {
          tags: ["Recherche"],
          summary: "Recherche sémantique",
          description:
            "Documents en vigueur dont un passage répond le mieux à la question, du plus proche au plus lointain ; `extrait` est ce passage et `score` sa proximité, de 0 à 1.",
        },
      },
    );
