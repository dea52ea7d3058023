import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { DerivedStore } from "../../db/ingestion/derived/indexing.ts";
import type { Gates } from "../access/gates.ts";
import { exchangeOf } from "../http/exchange.ts";
import { jsonBodyAfterKey } from "../http/json-body.ts";
import { requestContext } from "../http/request-context.ts";
import { HybridPage, SemanticPage } from "../schemas/answers/search.ts";
import { namedObject } from "../schemas/named-object.ts";
import type { DomainList } from "../schemas/parameters/domain.ts";
import { filterParameters } from "../schemas/parameters/filters.ts";
import { jsonInteger } from "../schemas/parameters/numbers.ts";
import { text } from "../schemas/parameters/words.ts";
import { semanticAnswers, withHeaders } from "../schemas/responses.ts";
import { RERANKINGS } from "../services/hybrid/reranking.ts";
import { type FoundByBoth, type HybridDeps, searchHybrid } from "../services/hybrid/search.ts";
import { searchByMeaning } from "../services/semantic.ts";
import type { StoreLag } from "../services/store-lag.ts";
import type { Site } from "../services/texts/place.ts";

const asked = {
  question: text(3, 500, {
    description: "Question en langage courant.",
    examples: [
      "Mes jeunes enfants sont gardés par une assistante maternelle : ai-je droit à un crédit d'impôt ?",
    ],
  }),
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

interface RouteDeps extends HybridDeps, Site {
  readonly domains: DomainList;
  readonly storeLag: StoreLag;
}

export const semantic = (gates: Gates, deps: RouteDeps) =>
  new Elysia({ name: "semantic", prefix: "/v1", normalize: false })
    .use(gates.admittedToSemantic)
    .use(gates.keptForAMinute)
    .post(
      "/search/semantic",
      ({ request, body: { question, top_k: limit, domaine = null } }) =>
        requestContext(request, async () => ({
          ...(await searchByMeaning(deps, { question, limit, domaine })),
          ...(await warned(deps, request, ["vectors"])),
        })),
      {
        ...jsonBodyAfterKey,
        query: none,
        body: namedObject(
          "SemanticSearchRequest",
          { ...asked, domaine: filterParameters(deps.domains).domaine },
          { additionalProperties: false },
        ),
        response: semanticAnswers(SemanticPage),
        detail: {
          operationId: "searchByMeaning",
          tags: ["Recherche"],
          summary: "Recherche sémantique",
          description:
            "Documents en vigueur dont un passage répond le mieux à la question, du plus proche au plus lointain ; `extrait` est ce passage et `score` sa proximité, de 0 à 1.",
        },
      },
    )
    .post(
      "/search/hybride",
      ({ request, body: { question, top_k: limit, ...filter } }) =>
        requestContext(request, async () => ({
          ...saidOf(request, await searchHybrid(deps, { question, limit, filter })),
          ...(await warned(deps, request, ["postings", "vectors"])),
        })),
      {
        ...jsonBodyAfterKey,
        query: none,
        body: namedObject(
          "HybridSearchRequest",
          { ...asked, ...filterParameters(deps.domains) },
          { additionalProperties: false },
        ),
        response: semanticAnswers(withHeaders(HybridPage, RERANKING)),
        detail: {
          operationId: "searchHybrid",
          tags: ["Recherche"],
          summary: "Recherche hybride",
          description:
            "Documents en vigueur qui répondent le mieux à la question, par ses mots et par son sens à la fois. Un lexique joint aux mots courants ceux de la doctrine (« nounou » : assistante maternelle). `score`, de 0 à 1, est la somme pondérée des deux ; `scores` et `rangs` disent ce que le document doit à chacun, `passages` donne ses trois meilleurs passages au plus, dont le premier est `extrait`. L'en-tête `X-Reranking` dit si un second classement a départagé les premiers.",
        },
      },
    );

/** The page, once its header says what became of the second stage; one that lacked it is not kept for others. */
function saidOf(request: Request, { reranking, ...page }: FoundByBoth): HybridPage {
  const exchange = exchangeOf(request);
  exchange.ownHeaders = { "x-reranking": reranking };
  exchange.isProvisional = reranking === "timeout";
  return page;
}

/** `avertissements` of an answer made from these stores. */
async function warned(
  { storeLag }: RouteDeps,
  request: Request,
  stores: readonly DerivedStore[],
): Promise<Pick<HybridPage, "avertissements">> {
  const avertissements = await storeLag.warnings(stores, exchangeOf(request).corpus?.revision ?? null);
  return avertissements.length === 0 ? {} : { avertissements };
}
