import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { FullTextReader } from "../../db/fulltext/port.ts";
import { admitted, type LimitDeps } from "../access/rate-limit.ts";
import { askingFor } from "../http/exchange.ts";
import { type KeepingDeps, keptForAMinute } from "../http/response/hooks.ts";
import type { DomainList } from "../schemas/domains.ts";
import { domainCode, integer, searchQuery } from "../schemas/parameters.ts";
import { keyedAnswers, SearchHit, SearchWarning } from "../schemas/responses.ts";
import { searchDocuments } from "../services/search.ts";

const SearchAnswer = t.Object({
  total: t.Integer({ description: "Nombre exact de documents trouvés." }),
  results: t.Array(SearchHit),
  avertissements: t.Optional(
    t.Array(SearchWarning, {
      description:
        "Quand il y a de quoi aider : un mot qu'aucun document ne porte, le mot qui coûte le plus à une requête trouvant moins de trois documents, des mots qui ne comptent pas, une question.",
    }),
  ),
});

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
        response: keyedAnswers(SearchAnswer),
        detail: {
          tags: ["Recherche"],
          summary: "Recherche plein texte",
          description:
            "Cherche dans les titres et les textes des documents en vigueur, par pertinence décroissante.",
        },
      },
    );
