import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Gates } from "../../access/gates.ts";
import { exchangeOf, requestContext, tellMeaningAway } from "../../http/exchange.ts";
import { jsonBodyAfterKey } from "../../http/json-body.ts";
import {
  type SemanticSearch,
  type SemanticWarningDeps,
  warnOfMeaning,
} from "../../questions/unknown-words.ts";
import { namedObject } from "../../schemas/named-object.ts";
import { type DomainList, filterParameters } from "../../schemas/parameters/filters.ts";
import { jsonInteger } from "../../schemas/parameters/parameter.ts";
import { editionsInForce, question, searchDate } from "../../schemas/parameters/search-query.ts";
import { DEGRADED, semanticAnswers, withHeaders } from "../../schemas/responses.ts";
import { HybridPage, SemanticPage } from "../search/answer.ts";
import type { HitDeps } from "../search/service.ts";
import { RERANKINGS } from "./reranking.ts";
import { searchByMeaning } from "./semantic.ts";
import { type FoundByBoth, type HybridDeps, isProvisional, searchHybrid } from "./service.ts";

const asked = {
  question,
  top_k: jsonInteger(1, 50, 10, { description: "Nombre de documents." }),
};
const RERANKING = {
  "X-Reranking": {
    description:
      "Second classement des douze premiers documents : `applied`, il a compté ; `timeout`, il n'a pas répondu à temps ou est en panne, et l'ordre est celui du premier ; `off`, il n'y en a pas, ou rien à reclasser.",
    schema: { type: "string", enum: RERANKINGS },
  },
} as const;
const none = t.Object({}, { additionalProperties: false });

interface RouteDeps extends HybridDeps, HitDeps, SemanticWarningDeps {
  readonly domains: DomainList;
}

export const semantic = (gates: Gates, deps: RouteDeps) =>
  new Elysia({ name: "semantic", prefix: "/v1", normalize: false })
    .use(gates.admittedToSemantic)
    .use(gates.keptForAMinute)
    .post(
      "/search/semantic",
      ({ request, body: { question, top_k: limit, date, domaine = null } }) =>
        requestContext(request, async () => {
          const editions = editionsInForce(date);
          const found = await searchByMeaning(deps, {
            question,
            limit,
            domaine,
            editions,
            revision: revisionOf(request),
          });
          return await warned(deps, request, { ...found, editions, stores: ["vectors"] });
        }),
      {
        query: none,
        ...jsonBodyAfterKey(
          namedObject(
            "SemanticSearchRequest",
            {
              ...asked,
              date: t.Optional(searchDate(deps.clock)),
              domaine: filterParameters(deps.domains).domaine,
            },
            { additionalProperties: false },
          ),
        ),
        response: semanticAnswers(SemanticPage),
        detail: {
          operationId: "searchByMeaning",
          tags: ["Recherche"],
          summary: "Recherche sémantique",
          description:
            "Documents en vigueur dont un passage répond le mieux à la question, du plus proche au plus lointain ; `extrait` est ce passage et `score` sa proximité, de 0 à 1. Avec `date`, l'édition de chacun en vigueur ce jour-là : un avertissement dit si des vecteurs de textes passés restent à faire.",
        },
      },
    )
    .post(
      "/search/hybride",
      ({ request, body: { question, top_k: limit, date, ...filter } }) =>
        requestContext(request, async () => {
          const editions = editionsInForce(date);
          const found = await searchHybrid(deps, {
            question,
            limit,
            filter,
            editions,
            revision: revisionOf(request),
          });
          const page = saidOf(request, found);
          return await warned(deps, request, { ...page, editions, stores: ["postings", "vectors"] });
        }),
      {
        query: none,
        ...jsonBodyAfterKey(
          namedObject(
            "HybridSearchRequest",
            { ...asked, date: t.Optional(searchDate(deps.clock)), ...filterParameters(deps.domains) },
            { additionalProperties: false },
          ),
        ),
        response: semanticAnswers(withHeaders(HybridPage, { ...RERANKING, ...DEGRADED })),
        detail: {
          operationId: "searchHybrid",
          tags: ["Recherche"],
          summary: "Recherche hybride",
          description:
            "Documents en vigueur qui répondent le mieux à la question, par ses mots et par son sens à la fois. Un lexique joint aux mots courants ceux de la doctrine (« nounou » : assistante maternelle). `score`, de 0 à 1, est la somme pondérée des deux ; `scores` et `rangs` disent ce que le document doit à chacun, `passages` donne ses trois meilleurs passages au plus, dont le premier est `extrait`. L'en-tête `X-Reranking` dit si un second classement a départagé les premiers. Avec `date`, l'édition de chacun en vigueur ce jour-là, sans second classement. Quand le sens est indisponible, les mots répondent seuls : l'avertissement `sens_indisponible` et l'en-tête `X-Search-Degraded` le disent, `scores.sens` est null.",
        },
      },
    );

/** Sets the headers that report what took part, and returns the page. One that lacks something is not cached. */
function saidOf(request: Request, found: FoundByBoth): Omit<FoundByBoth, "reranking"> {
  const { reranking, ...page } = found;
  const exchange = exchangeOf(request);
  exchange.ownHeaders = { "x-reranking": reranking };
  exchange.isProvisional = isProvisional(found);
  if (page.version === null) tellMeaningAway(exchange);
  return page;
}

/** Revision of the corpus that a request was admitted at. */
function revisionOf(request: Request): number | null {
  return exchangeOf(request).corpus?.revision ?? null;
}

/** An answer made from these stores, with what it could not look at. */
async function warned<Page extends SemanticPage>(
  deps: RouteDeps,
  request: Request,
  { version, editions, stores, ...page }: Page & Omit<SemanticSearch, "revision">,
) {
  const said = await warnOfMeaning(deps, { version, editions, stores, revision: revisionOf(request) });
  const avertissements = [...(page.avertissements ?? []), ...(said.avertissements ?? [])];
  return { ...page, ...said, ...(avertissements.length === 0 ? {} : { avertissements }) };
}
