import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { FullTextReader } from "../../db/fulltext/port.ts";
import { admitted, type LimitDeps } from "../access/rate-limit.ts";
import { askingFor } from "../http/exchange.ts";
import { type KeepingDeps, keptForAMinute } from "../http/response/hooks.ts";
import { SearchPage } from "../schemas/answers/search.ts";
import type { DomainList } from "../schemas/domains.ts";
import { domainCode, integer, searchQuery } from "../schemas/parameters.ts";
import { keyedAnswers } from "../schemas/responses.ts";
import { searchDocuments } from "../services/search.ts";

export const search = (
  deps: LimitDeps & KeepingDeps & { readonly fulltext: FullTextReader; readonly domains: DomainList },
) =>
  new Elysia({ name: "search", prefix: "/v1", normalize: false })
    .use(admitted(deps))
    .use(keptForAMinute(deps))
    .get(
      "/search",
      ({ request, query }) =>
        askingFor(request, () =>
          searchDocuments(deps, { ...query, query: query.q, domaine: query.domaine ?? null }),
        ),
      {
        query: t.Object(
          {
            q: searchQuery({
              description:
                "Mots (tous exigés), « phrase exacte », préfixe* (8 au plus), AND / OR / NOT (ou ET / OU / SAUF) en capitales, parenthèses, -exclusion.",
              examples: ["plus-value ET exonération"],
            }),
            limit: integer(1, 100, 20, { description: "Nombre de résultats." }),
            offset: integer(0, 10_000, 0, { description: "Nombre de résultats à passer." }),
            domaine: t.Optional(
              domainCode(() => deps.domains.codes(), {
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
