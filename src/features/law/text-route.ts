import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { parisDay } from "../../../bofip/days/days.ts";
import type { Gates } from "../../access/gates.ts";
import { lawOf } from "../../http/exchange.ts";
import { pathOf } from "../../http/kept-words.ts";
import { askedSides, demandOneTextASide, sidesQuery } from "../../schemas/parameters/asked-text.ts";
import { pastDate } from "../../schemas/parameters/days.ts";
import { classificationPath } from "../../schemas/parameters/filters.ts";
import { articleReference, lawCode } from "../../schemas/parameters/law.ts";
import { integer, oneOf } from "../../schemas/parameters/parameter.ts";
import { documentAnswers, keyedAnswers } from "../../schemas/responses.ts";
import { CHANGED_SINCE } from "../../texts/law-of-day.ts";
import type { Comparator } from "../comparison/service.ts";
import { compareVersions } from "./compare-versions.ts";
import { listLaterLaw, listLawChanges } from "./law-text.ts";
import { ARTICLES, articleParams, CODE, contractOf } from "./route.ts";
import type { CitedLawDeps } from "./service.ts";
import { ArticleComparison, LaterLawList, LawChangeList } from "./text-answer.ts";

interface LawTextDeps extends CitedLawDeps {
  readonly clock: () => Date;
  readonly comparator: Comparator;
}

/** The routes of the texts of law themselves, and of what changed in them. */
export const lawTexts = (gates: Gates, deps: LawTextDeps) => {
  const today = (request: Request) => ({ law: lawOf(request), day: parisDay(deps.clock()) });
  const addressOf = (request: Request) => deps.publicUrl() + pathOf(request.url);
  return new Elysia({ name: "lawTexts", prefix: "/v1", normalize: false })
    .use(gates.admitted)
    .use(gates.keptByRevision)
    .get(
      "/articles/:code/:article/comparaison",
      ({ request, params, query }) =>
        compareVersions(deps, { ...params, ...askedSides(query) }, today(request), "keyed"),
      {
        // Two versions of it are in the sample.
        params: articleParams("197"),
        query: t.Object(sidesQuery(deps.clock), { additionalProperties: false }),
        transform: demandOneTextASide,
        ...contractOf(documentAnswers(ArticleComparison), ARTICLES, {
          operationId: "compareArticle",
          summary: "Deux versions d'un article comparées",
          description:
            "Mot à mot ; par défaut, la version d'avant et celle d'aujourd'hui. Accepte If-None-Match.",
        }),
      },
    )
    .get(
      "/articles/changements",
      ({ request, query: { depuis, code = null, ...page } }) =>
        listLawChanges(deps.database, { depuis, code, ...page, address: addressOf(request) }, today(request)),
      {
        query: t.Object(
          {
            depuis: pastDate(deps.clock, {
              description: "Premier jour, compris.",
              examples: ["2026-01-01"],
            }),
            code: t.Optional(lawCode({ description: `${CODE} Sans lui, tous.`, examples: ["CGI"] })),
            limit: integer(1, 100, 20, { description: "Nombre de changements." }),
            offset: integer(0, 10_000, 0, { description: "Nombre de changements à passer." }),
          },
          { additionalProperties: false },
        ),
        ...contractOf(keyedAnswers(LawChangeList), ARTICLES, {
          operationId: "listLawChanges",
          summary: "Articles changés depuis un jour",
          description:
            "Versions qui commencent et articles qui prennent fin, dans les codes détenus, le plus récent d'abord, à venir compris. Accepte If-None-Match.",
        }),
      },
    )
    .get(
      "/droit/posterieur",
      ({ request, query: { chemin = null, article = null, portee = null, ...page } }) =>
        listLaterLaw(
          deps.database,
          { chemin, article, portee, ...page, address: addressOf(request) },
          today(request),
        ),
      {
        query: t.Object(
          {
            chemin: t.Optional(
              classificationPath({
                description: "Nœud du plan, avec tout ce qui est dessous.",
                examples: ["IR/LIQ"],
              }),
            ),
            article: t.Optional(
              articleReference({ description: "Seulement cet article.", examples: ["CGI:150 U"] }),
            ),
            portee: t.Optional(
              oneOf(["formelle", "fond"], {
                description: "Seulement les changements de cette portée ; par défaut, tous.",
              }),
            ),
            limit: integer(1, 100, 20, { description: "Nombre de documents." }),
            offset: integer(0, 10_000, 0, { description: "Nombre de documents à passer." }),
          },
          { additionalProperties: false },
        ),
        ...contractOf(keyedAnswers(LaterLawList), ARTICLES, {
          operationId: "listLaterLaw",
          summary: "Documents dont un article commenté a changé depuis",
          description: `Documents en vigueur dont un article commenté a changé après le début de leur édition : ${CHANGED_SINCE}. Accepte If-None-Match.`,
        }),
      },
    );
};
