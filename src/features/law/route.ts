import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { CHAMBERS, COURTS, NORM_KINDS } from "../../../bofip/law/cited/mentions.ts";
import type { Gates } from "../../access/gates.ts";
import { pathOf } from "../../http/kept-words.ts";
import { revalidated } from "../../http/response/hooks.ts";
import { type DomainList, domainCode } from "../../schemas/parameters/filters.ts";
import { integer } from "../../schemas/parameters/numbers.ts";
import { oneOf, text } from "../../schemas/parameters/text.ts";
import { documentAnswers, keyedAnswers, unchangedAnswer } from "../../schemas/responses.ts";
import {
  CitingOfDecision,
  CitingOfNorme,
  CitingOfReponse,
  DecisionList,
  NormeList,
  ReponseList,
} from "./answer.ts";
import { readCitedDecision, readCitedNorme, readCitedReponse } from "./citing.ts";
import { type CitedLawDeps, listDecisions, listNormes, listReponses } from "./service.ts";

const pageOf = (what: string) => ({
  limit: integer(1, 100, 20, { description: `Nombre ${what}.` }),
  offset: integer(0, 10_000, 0, { description: `Nombre ${what} à passer.` }),
});
const documentPage = t.Object(pageOf("de documents"), { additionalProperties: false });
const LISTED =
  "Ce que citent les documents en vigueur et les actualités, le plus cité d'abord, avec ses nombres ; ce que rien ne distingue n'a pas de clé. Accepte If-None-Match.";
const CITING =
  "Documents en vigueur qui la citent, avec les §, et actualités qui la citent ; 404 quand rien ne la cite. Accepte If-None-Match.";

/** The parameter by which a key is named in an address, as a caller may type it. */
const keyOf = (example: string) =>
  t.Object({
    cle: text(1, 120, { description: `Clé, comme ${example}, dans toute casse.`, examples: [example] }),
  });

const domaine = (domains: DomainList) =>
  t.Optional(
    domainCode(domains, {
      description:
        "Domaine des documents qui la citent, ou d'un document que nomme l'actualité qui la cite ; par défaut, tous.",
    }),
  );

export const citedLaw = (gates: Gates, deps: CitedLawDeps & { readonly domains: DomainList }) =>
  new Elysia({ name: "citedLaw", prefix: "/v1", normalize: false })
    .use(gates.admitted)
    .use(gates.keptByRevision)
    .get(
      "/decisions",
      ({ request, query: { juridiction: classe = null, domaine: series = null, ...page } }) =>
        listDecisions(deps, { classe, domaine: series, ...page, path: pathOf(request.url) }),
      {
        query: t.Object(
          {
            juridiction: t.Optional(oneOf(COURTS, { description: "Seulement ses décisions." })),
            domaine: domaine(deps.domains),
            ...pageOf("de décisions"),
          },
          { additionalProperties: false },
        ),
        response: { ...keyedAnswers(DecisionList), ...unchangedAnswer },
        beforeHandle: revalidated,
        detail: {
          operationId: "listDecisions",
          tags: ["Décisions et textes"],
          summary: "Décisions que la doctrine cite",
          description: LISTED,
        },
      },
    )
    .get(
      "/decisions/:cle",
      ({ request, params, query }) =>
        readCitedDecision(deps, { ...params, ...query, path: pathOf(request.url) }),
      {
        params: keyOf("CE-402006"),
        query: documentPage,
        response: { ...documentAnswers(CitingOfDecision), ...unchangedAnswer },
        beforeHandle: revalidated,
        detail: {
          operationId: "getDecision",
          tags: ["Décisions et textes"],
          summary: "Documents qui citent une décision",
          description: CITING,
        },
      },
    )
    .get(
      "/normes",
      ({ request, query: { nature: classe = null, domaine: series = null, ...page } }) =>
        listNormes(deps, { classe, domaine: series, ...page, path: pathOf(request.url) }),
      {
        query: t.Object(
          {
            nature: t.Optional(oneOf(NORM_KINDS, { description: "Seulement celles de cette nature." })),
            domaine: domaine(deps.domains),
            ...pageOf("de normes"),
          },
          { additionalProperties: false },
        ),
        response: { ...keyedAnswers(NormeList), ...unchangedAnswer },
        beforeHandle: revalidated,
        detail: {
          operationId: "listNormes",
          tags: ["Décisions et textes"],
          summary: "Lois, décrets, directives… que la doctrine cite",
          description: `${LISTED} Les articles des codes sont dans /v1/articles.`,
        },
      },
    )
    .get(
      "/normes/:cle",
      ({ request, params, query }) =>
        readCitedNorme(deps, { ...params, ...query, path: pathOf(request.url) }),
      {
        params: keyOf("loi-2007-1223"),
        query: t.Object(
          {
            article: t.Optional(
              text(1, 40, { description: "Seulement cet article de la norme.", examples: ["13"] }),
            ),
            ...documentPage.properties,
          },
          { additionalProperties: false },
        ),
        response: { ...documentAnswers(CitingOfNorme), ...unchangedAnswer },
        beforeHandle: revalidated,
        detail: {
          operationId: "getNorme",
          tags: ["Décisions et textes"],
          summary: "Documents qui citent une norme",
          description: CITING,
        },
      },
    )
    .get(
      "/reponses",
      ({ request, query: { chambre: classe = null, domaine: series = null, ...page } }) =>
        listReponses(deps, { classe, domaine: series, ...page, path: pathOf(request.url) }),
      {
        query: t.Object(
          {
            chambre: t.Optional(oneOf(CHAMBERS, { description: "Seulement celles faites à ses membres." })),
            domaine: domaine(deps.domains),
            ...pageOf("de réponses"),
          },
          { additionalProperties: false },
        ),
        response: { ...keyedAnswers(ReponseList), ...unchangedAnswer },
        beforeHandle: revalidated,
        detail: {
          operationId: "listReponses",
          tags: ["Décisions et textes"],
          summary: "Réponses ministérielles que la doctrine cite",
          description: LISTED,
        },
      },
    )
    .get(
      "/reponses/:cle",
      ({ request, params, query }) =>
        readCitedReponse(deps, { ...params, ...query, path: pathOf(request.url) }),
      {
        params: keyOf("RM-AN-2016-78192"),
        query: documentPage,
        response: { ...documentAnswers(CitingOfReponse), ...unchangedAnswer },
        beforeHandle: revalidated,
        detail: {
          operationId: "getReponse",
          tags: ["Décisions et textes"],
          summary: "Documents qui citent une réponse ministérielle",
          description: CITING,
        },
      },
    );
