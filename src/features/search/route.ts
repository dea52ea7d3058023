import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Gates } from "../../access/gates.ts";
import { exchangeOf, requestContext } from "../../http/exchange.ts";
import { type DomainList, filterParameters } from "../../schemas/parameters/filters.ts";
import { choice, integer, oneOf } from "../../schemas/parameters/parameter.ts";
import {
  type ReadQuery,
  searchDate,
  searchedEditions,
  searchQuery,
} from "../../schemas/parameters/search-query.ts";
import { keyedAnswers } from "../../schemas/responses.ts";
import { SearchPage } from "./answer.ts";
import { type SearchDeps, searchDocuments } from "./service.ts";

export const search = (
  gates: Gates,
  deps: SearchDeps & { readonly domains: DomainList; readonly readQuery: ReadQuery },
) =>
  new Elysia({ name: "search", prefix: "/v1", normalize: false })
    .use(gates.admitted)
    .use(gates.keptForAMinute)
    .get(
      "/search",
      ({ request, query: { q, limit, offset, facettes, date, statut, ...filter } }) =>
        requestContext(request, () =>
          searchDocuments(deps, {
            query: q,
            filter,
            editions: searchedEditions(date, statut),
            hasFacets: facettes === "true",
            limit,
            offset,
            revision: exchangeOf(request).corpus?.revision ?? null,
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
            ...filterParameters(deps.domains),
            date: t.Optional(searchDate(deps.clock)),
            statut: t.Optional(
              oneOf(["tous"], {
                description:
                  "`tous` : aussi les documents retirés ou transférés, dans leur dernier texte. Pas avec `date`.",
              }),
            ),
            facettes: choice(["true", "false"], "false", {
              description:
                "`true` : combien de documents du résultat entier ont chaque domaine, type et matière.",
            }),
          },
          { additionalProperties: false },
        ),
        response: keyedAnswers(SearchPage),
        detail: {
          operationId: "searchDocuments",
          tags: ["Recherche"],
          summary: "Recherche plein texte",
          description:
            "Cherche dans les titres et les textes des documents en vigueur, par pertinence décroissante. Avec `date`, dans ceux des éditions en vigueur ce jour-là, une par document : `editions_non_detenues` dit combien de documents ne sont pas détenus d'aussi loin.",
        },
      },
    );
