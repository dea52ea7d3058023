import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Gates } from "../../access/gates.ts";
import { coveredByExports, revalidated } from "../../http/exchange.ts";
import { pastDate } from "../../schemas/parameters/days.ts";
import { type DomainList, domainCode } from "../../schemas/parameters/filters.ts";
import { documentId, integer, newsId } from "../../schemas/parameters/parameter.ts";
import { type ReadQuery, searchQuery } from "../../schemas/parameters/search-query.ts";
import { documentAnswers, keyedAnswers, unchangedAnswer } from "../../schemas/responses.ts";
import { NewsAnswer, NewsList } from "./answer.ts";
import { listActualites, type NewsDeps, readActualite } from "./service.ts";

export const news = (
  gates: Gates,
  deps: NewsDeps & {
    readonly clock: () => Date;
    readonly domains: DomainList;
    readonly readQuery: ReadQuery;
  },
) =>
  new Elysia({ name: "news", prefix: "/v1", normalize: false })
    .use(gates.admitted)
    .onBeforeHandle(coveredByExports)
    .use(gates.keptByRevision)
    .get(
      "/actualites",
      ({ query: { q, depuis, domaine, boi_id, ...page } }) =>
        listActualites(deps, {
          query: q ?? null,
          depuis: depuis ?? null,
          domaine: domaine ?? null,
          boiId: boi_id?.boiId ?? null,
          ...page,
        }),
      {
        query: t.Object(
          {
            q: t.Optional(
              searchQuery(deps.readQuery, {
                description: "Mots de leurs titres ou de leurs textes, comme pour /v1/search.",
                examples: ["barème"],
              }),
            ),
            depuis: t.Optional(
              pastDate(deps.clock, { description: "Premier jour, compris.", examples: ["2026-01-01"] }),
            ),
            domaine: t.Optional(
              domainCode(deps.domains, { description: "Domaine d'un document qu'elles nomment." }),
            ),
            boi_id: t.Optional(
              documentId({ description: "Document qu'elles nomment.", examples: ["BOI-IR-LIQ-20-10"] }),
            ),
            limit: integer(1, 100, 20, { description: "Nombre d'actualités." }),
            offset: integer(0, 10_000, 0, { description: "Nombre d'actualités à passer." }),
          },
          { additionalProperties: false },
        ),
        response: { ...keyedAnswers(NewsList), ...unchangedAnswer },
        beforeHandle: revalidated,
        detail: {
          operationId: "listNews",
          tags: ["Suivi"],
          summary: "Actualités",
          description: "Annonces de la source, de la plus récente à la plus ancienne.",
        },
      },
    )
    .get("/actualites/:id", ({ params }) => readActualite(deps, params.id), {
      params: t.Object({ id: newsId({ examples: ["ACTU-2026-00038"] }) }),
      query: t.Object({}, { additionalProperties: false }),
      response: { ...documentAnswers(NewsAnswer), ...unchangedAnswer },
      beforeHandle: revalidated,
      detail: {
        operationId: "getNews",
        tags: ["Suivi"],
        summary: "Actualité",
        description: "Une annonce de la source, avec les documents qu'elle nomme. Accepte If-None-Match.",
      },
    });
