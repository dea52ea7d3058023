import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { NO_FILTER } from "../../db/engine/document-filter.ts";
import type { Gates } from "../access/gates.ts";
import { requestContext } from "../http/request-context.ts";
import { SearchPage } from "../schemas/answers/search.ts";
import { type DomainList, domainCode } from "../schemas/parameters/domain.ts";
import { integer } from "../schemas/parameters/numbers.ts";
import { type ReadQuery, searchQuery } from "../schemas/parameters/search-query.ts";
import { keyedAnswers } from "../schemas/responses.ts";
import { type SearchDeps, searchDocuments } from "../services/search.ts";

export const search = (
  gates: Gates,
  deps: SearchDeps & { readonly domains: DomainList; readonly readQuery: ReadQuery },
) =>
  new Elysia({ name: "search", prefix: "/v1", normalize: false })
    .use(gates.admitted)
    .use(gates.keptForAMinute)
    .get(
      "/search",
      ({ request, query }) =>
        requestContext(request, () =>
          searchDocuments(deps, {
            ...query,
            query: query.q,
            filter: { ...NO_FILTER, domaine: query.domaine ?? null },
          }),
        ),
      {
        query: t.Object(
          {
            q: searchQuery(deps.readQuery, {
              description:
                "Mots (tous exigés), « phrase exacte », préfixe* (8 au plus), AND / OR / NOT (ou ET / OU / SAUF) en capitales, parenthèses, -exclusion.",
              examples: ["plus-value ET exonération"],
            }),
            limit: integer(1, 100, 20, { description: "Nombre de résultats." }),
            offset: integer(0, 10_000, 0, { description: "Nombre de résultats à passer." }),
            domaine: t.Optional(
              domainCode(deps.domains, {
                description: "Série du plan, comme IR ou TVA ; sans elle, toutes.",
              }),
            ),
          },
          { additionalProperties: false },
        ),
        response: keyedAnswers(SearchPage),
        detail: {
          tags: ["Recherche"],
          summary: "Recherche plein texte",
          description:
            "Cherche dans les titres et les textes des documents en vigueur, par pertinence décroissante.",
        },
      },
    );
